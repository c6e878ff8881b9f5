#!/usr/bin/env bash
# Builds everything that is published, into FOLDER (default: packages): the npm tarball, the wheel of the Python client,
# and a wheel of the program for each processor architecture. The wheels of the program hold what the tarball holds.
#   bash scripts/build-packages.sh [FOLDER] [x64|arm64]...
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$root"

out=$(realpath -m "${1:-packages}")
shift || true
architectures=("${@:-x64}")
(($# > 0)) || architectures=(x64 arm64)
declare -A platforms=([x64]=manylinux_2_28_x86_64 [arm64]=manylinux_2_28_aarch64)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$out"

wheel() { python3 -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$out" "$@"; }

bash scripts/build.sh --if-needed
say "packing the npm package"
npm pack --silent --ignore-scripts --pack-destination "$out" >"$stage/name"
tarball=$out/$(tail -n 1 "$stage/name")

say "building the wheel of the client"
# In a copy: setuptools leaves a build folder beside what it builds.
cp -r python-client "$stage/client"
wheel "$stage/client"

for cpu in "${architectures[@]}"; do
  say "building the wheel of the program for $cpu"
  package=$stage/$cpu
  app=$package/src/runrl_sandbox_server/app
  cp -r python-server "$package"
  mkdir "$app"
  tar -xzf "$tarball" -C "$app" --strip-components=1
  cp package-lock.json .npmrc "$app"
  (cd "$app" && npm ci --silent --omit=dev --ignore-scripts --os=linux --cpu="$cpu" --libc=glibc)
  bash scripts/prune-dependencies.sh "$app/node_modules" "$cpu"
  # A file of the command's own name: wheels hold no symbolic links.
  echo "import './dist/cli/main.js';" >"$app/runrl-sandbox"
  rm -r "$app/package-lock.json" "$app/.npmrc" "$app/node_modules/.package-lock.json" "$app/node_modules/.bin"
  printf '[bdist_wheel]\nplat_name = %s\n' "${platforms[$cpu]}" >"$package/setup.cfg"
  wheel "$package"
done
ls -l "$out"
