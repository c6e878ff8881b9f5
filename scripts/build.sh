#!/usr/bin/env bash
# Compiles src/ into dist/, the command line as a bundle, and the page (page/) into dist/page. With --if-needed only when a
# source is newer than the last build.
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$root"

stamp=dist/.built
is_built() {
  local sources=(src page tsconfig.json tsconfig.build.json scripts/rolldown.config.mjs package.json)
  [[ -f $stamp && -f dist/cli/main.js && -z $(find "${sources[@]}" -newer "$stamp" -print -quit) ]]
}
if [[ ${1-} == --if-needed ]] && is_built; then exit 0; fi
exec 9< scripts/build.sh
flock 9 # two builds of one tree at once would remove each other's files
if [[ ${1-} == --if-needed ]] && is_built; then exit 0; fi

# Sources may change while the compiler reads them: what changed after this moment is newer than the stamp.
mkdir -p dist
touch dist/.building
node_modules/.bin/tsc -p tsconfig.build.json
while IFS= read -r output; do
  source=src/${output#dist/}
  [[ -f ${source%.js}.ts ]] || rm -f "$output" "${output%.js}.d.ts"
done < <(find dist -name '*.js' -not -path 'dist/page/*')
node_modules/.bin/vite build -c page/vite.config.ts
find dist -name '*.map' -delete # of builds before source maps were dropped
rm -rf dist/.cli
node_modules/.bin/rolldown --config scripts/rolldown.config.mjs
chmod +x dist/.cli/main.js
rm -rf dist/cli
mv dist/.cli dist/cli
mv dist/.building "$stamp"
