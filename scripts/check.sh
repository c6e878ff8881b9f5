#!/usr/bin/env bash
# Everything but the tests: generated files, format, lint, types, for TypeScript and Python.
# The steps run side by side; the output of those that fail is shown at the end. With --quick, as `npm test` does, all but
# the API reference.
set -uo pipefail
source "$(dirname "$0")/common.sh"
cd "$root"

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
python_sources=()
for folder in python-shim python-client python-server examples scripts bench test corpus; do [[ -d $folder ]] && python_sources+=("$folder"); done
generated=(src/protocol src/options python-shim/runrl_shim/wire python-client/src/runrl_sandbox/{_units,_codes,_layouts}.py docs/{cli,errors,serve,serving-protocol}.md sandbox/runrl.schema.json docs/check-tables.md)
failed=0

# `step NAME COMMAND...` starts a step; `finish` waits for all that were started.
names=() pids=()
step() {
  names+=("$1")
  ("${@:2}") >"$logs/${#names[@]}" 2>&1 &
  pids+=($!)
}
finish() {
  local index
  for index in "${!pids[@]}"; do
    if wait "${pids[index]}"; then
      printf 'check: ok    %s\n' "${names[index]}"
    else
      failed=1
      printf 'check: FAIL  %s\n' "${names[index]}"
      sed 's/^/    /' "$logs/$((index + 1))"
    fi
  done
  names=() pids=()
}

tools() { bash scripts/python-tools.sh "$@"; }
contents() { git ls-files -z --cached --others --exclude-standard -- "${generated[@]}" | xargs -0 -r cksum 2>/dev/null; }

# Compared with the files as they are, not as they were committed, so that it works in the middle of a change.
generated_files() {
  local before after
  before=$(contents)
  npm run --silent generate || return 1
  after=$(contents)
  [[ $before == "$after" ]] && return
  printf 'generated files were out of date; they are written anew now:\n'
  diff <(printf '%s\n' "$before") <(printf '%s\n' "$after") | awk '/^>/ { print "  " $4 }'
  return 1
}

# First and alone: it may write files that the other steps read.
step 'generated files (npm run generate)' generated_files
finish
# Made once before the steps that share it.
tools ruff --version >/dev/null || exit 1
step 'format and lint (biome)' node_modules/.bin/biome check --error-on-warnings .
step 'types (tsc)' node_modules/.bin/tsc -p tsconfig.json
step 'types of the page (tsc)' node_modules/.bin/tsc -p page/tsconfig.json
step 'what nothing uses (knip)' node_modules/.bin/knip --no-progress
[[ ${1-} == --quick ]] || step 'API reference (typedoc, pdoc)' bash scripts/api.sh
step 'Python format (ruff format)' tools ruff format --check "${python_sources[@]}"
step 'Python lint (ruff check)' tools ruff check "${python_sources[@]}"
step 'Python types (mypy --strict)' tools mypy
finish
exit "$failed"
