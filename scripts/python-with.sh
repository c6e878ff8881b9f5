#!/usr/bin/env bash
# Prints the Python of an environment that has what a file names, and what our client needs: `python-with.sh FILE.txt`. The
# file may begin with `# python: 3.12`, the oldest that will do. Environments stay in the cache folder, to be used again.
# With `--if-there` nothing is installed, and nothing printed where there is none.
set -uo pipefail
source "$(dirname "$0")/common.sh"
file=$1

# Prints the first Python that is not older than the version: $PYTHON, those on PATH, those of pyenv.
python_since() {
  local python pyenv=${PYENV_ROOT:-$HOME/.pyenv}/versions
  for python in "${PYTHON:-python3}" python3.{12,13,14} "$pyenv"/3.*/bin/python; do
    "$python" -c "import sys; sys.exit(sys.version_info < (${1/./, }))" 2>/dev/null && echo "$python" && return
  done
  say "no Python $1 or newer; \$PYTHON names one"
  return 1
}

mkdir -p "$cache"
venv=$cache/adapters-$(basename "$file" .txt)-$(cksum <"$file" | cut -d' ' -f1)
if [[ ${2:-} == --if-there && ! -f $venv/ready ]]; then exit; fi
(
  flock 9
  if [[ ! -f $venv/ready ]]; then
    python=$(python_since "$(sed -n '1s/^# python: //p' "$file" | grep . || echo 3.10)") || exit
    say "installing $(basename "$file") in $venv, once"
    "$python" -m venv --clear "$venv" && "$venv/bin/python" -m pip install --quiet -r "$file" pyzmq msgpack &&
      touch "$venv/ready"
  fi
) 9>"$venv.lock" >&2 || exit
echo "$venv/bin/python"
