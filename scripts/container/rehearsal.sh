#!/usr/bin/env bash
# Builds the image and starts it in every setting that docs/deploy.md names: `npm run container:rehearsal`.
#
# Takes the Docker engine that there is. Where there is none, makes one of Debian's packages in a folder (engine.sh; as
# root), and removes it at the end; RUNRL_REHEARSAL=FOLDER keeps it there for the next time.
set -euo pipefail
source "$(dirname "$0")/../common.sh"
cd "$root"
engine=scripts/container/engine.sh
work=${RUNRL_REHEARSAL:-}
pid=

end() {
  if [[ -n $pid ]]; then
    # `unshare` itself does not listen; its child is the engine.
    kill $(cat "/proc/$pid/task/$pid/children" 2>/dev/null) 2>/dev/null
    wait "$pid" 2>/dev/null
    for folder in /sys/fs/cgroup/docker /sys/fs/cgroup/*/docker; do rmdir "$folder" 2>/dev/null; done
  fi
  if [[ -z ${RUNRL_REHEARSAL:-} && -n $work ]]; then rm -rf --one-file-system "$work"; fi
}
trap 'end || true' EXIT

command -v docker >/dev/null || die "there is no \`docker\` on PATH: the client is needed in any case"
if ! docker version >/dev/null 2>&1; then
  ((EUID == 0)) || die "there is no Docker engine here, and making one needs root"
  work=${work:-$(mktemp -d)}
  mkdir -p "$work"
  work=$(realpath "$work")
  bash "$engine" build "$work"
  export DOCKER_HOST=unix://$work/tree/run/docker.sock
  rm -f "$work/tree/run/docker.sock" "$work/tree/var/run/docker.pid"
  setsid bash "$engine" run "$work" >"$work/engine.log" 2>&1 &
  pid=$!
  for _ in $(seq 120); do
    docker version >/dev/null 2>&1 && break
    kill -0 "$pid" 2>/dev/null || die "the engine ended: $(tail -n 3 "$work/engine.log")"
    sleep 0.5
  done
  bash "$engine" images "$work"
  export RUNRL_REHEARSAL_SHARED=$work/shared DOCKER_CONFIG=$work/client
  mkdir -p "$work/client/cli-plugins"
  ln -sf "$work/tree/usr/libexec/docker/cli-plugins/docker-compose" "$work/client/cli-plugins/"
fi
node_modules/.bin/tsx scripts/container/rehearse.ts "$@"
