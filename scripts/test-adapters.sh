#!/usr/bin/env bash
# Drives adapters and dialects with the real packages of the trainers: all of test/adapters/, or those whose names have
# one of the given words: `npm run test:adapters -- trl verl`.
#   NAME.ts  gets a folder for what it installs
#   NAME.py  whose first line is `# requirements: FILE.txt` runs in an environment made of that file, which may begin with
#            `# python: 3.12`, the oldest that will do; with a second line `# beside: FILE.txt` what that file names, and
#            nothing that it requires, is beside it
# Environments stay in the cache folder, to be used again (torch alone: 6 GB). Ends with 0 when all passed: what could not
# be installed has not.
set -uo pipefail
source "$(dirname "$0")/common.sh"
cd "$root"

lines=()
failed=0
result() {
  lines+=("$1")
  [[ $1 == passed* ]] || failed=1
}

wanted() {
  local word
  (($# == 1)) && return
  for word in "${@:2}"; do [[ $1 == *"$word"* ]] && return; done
  return 1
}

# Prints a folder with what a file names, for the environment of this Python.
folder_with() {
  local file=test/adapters/$2 folder
  folder=$(dirname "$(dirname "$1")")/beside-${2%.txt}-$(cksum <"$file" | cut -d' ' -f1)
  (
    flock 9
    if [[ ! -f $folder/ready ]]; then
      say "installing $2 in $folder, once"
      rm -rf "$folder" && "$1" -m pip install --quiet --no-deps --target "$folder" -r "$file" && touch "$folder/ready"
    fi
  ) 9>"$folder.lock" >&2 || return
  echo "$folder"
}

mkdir -p "$cache"
bash scripts/build.sh --if-needed || die "the build failed"
export RUNRL_SANDBOX_COMMAND="node $root/dist/cli/main.js"
export PYTHONPATH=$root/python-client/src${PYTHONPATH:+:$PYTHONPATH}

for file in test/adapters/*.{ts,py}; do
  [[ -f $file ]] || continue
  name=$(basename "$file")
  wanted "$name" "$@" || continue
  command=()
  if [[ $name == *.ts ]]; then
    command=(node_modules/.bin/tsx "$file" "$cache/adapters-${name%.ts}")
    mkdir -p "${command[2]}"
  else
    # Others are started by a NAME.ts.
    requirements=$(sed -n '1s/^# requirements: //p' "$file")
    [[ -n $requirements ]] || continue
    if ! python=$(bash scripts/python-with.sh "test/adapters/$requirements"); then
      result "MISSING $name: its packages could not be installed, as said above"
      continue
    fi
    command=("$python" "$file")
    beside=$(sed -n '2s/^# beside: //p' "$file")
    if [[ -n $beside ]]; then
      if ! folder=$(folder_with "$python" "$beside"); then
        result "MISSING $name: its packages could not be installed, as said above"
        continue
      fi
      command=(env "PYTHONPATH=$PYTHONPATH:$folder" "${command[@]}")
    fi
  fi
  printf '\n== %s\n' "$name"
  if "${command[@]}"; then result "passed  $name"; else result "FAILED  $name"; fi
done

((${#lines[@]})) || die "nothing in test/adapters/ has such a name: $*"
printf '\n'
printf '%s\n' "${lines[@]}"
exit "$failed"
