#!/usr/bin/env bash
# Writes the reference of the npm package (typedoc) and of both Python packages (pdoc) into api/, which git ignores. Fails
# where something public is not explained, or is explained by a name that does not exist.
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$root"

node_modules/.bin/typedoc --logLevel Warn
PYTHONPATH=python-client/src:python-shim bash scripts/python-tools.sh pdoc --output-directory api/python \
  runrl_sandbox runrl_sandbox.aio runrl_sandbox.fleet runrl_sandbox.exports runrl
