#!/usr/bin/env bash
# Deletes from a node_modules folder what the program never loads on Linux with glibc:
#   bash scripts/prune-dependencies.sh FOLDER x64|arm64
set -euo pipefail
folder=$1 cpu=$2

# zeromq ships binaries for nine platforms.
find "$folder/zeromq/build" -name addon.node ! -path "*/linux/$cpu/node/glibc-*" -delete
find "$folder/zeromq/build" -type d -empty -delete
rm -rf "$folder"/zeromq/{src,script,vendor}
find "$folder" \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete
