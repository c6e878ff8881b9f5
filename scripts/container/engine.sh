#!/usr/bin/env bash
# A Docker engine for a machine that has none, and cannot reach a registry of images: Debian's own packages in a folder,
# run in namespaces of their own. Needs root, Debian's mirror, the npm registry, and ~3 GB.
#
#   engine.sh build FOLDER   gets the engine's files, and trees that stand in for the images that the Dockerfile names
#   engine.sh run FOLDER     runs the engine until it is killed; its socket is FOLDER/tree/run/docker.sock
#   engine.sh images FOLDER  imports the stand-ins into it
#
# It has no bridge and no firewall rules of its own: containers have the machine's network, or none. FOLDER/shared is
# where files lie that containers mount.
set -euo pipefail
source "$(dirname "$0")/../common.sh"
action=$1
work=$2
tree=$work/tree
suite=trixie
# Where this machine has its own packages from.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | sort -u | head -n 1)
mirror=${mirror%/}
debian_image=$(sed -n 's/^FROM \(debian:[^ ]*\).*/\1/p' "$root/Dockerfile")
node_image=$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' "$root/Dockerfile")
node_version=${node_image#node:}
node_version=${node_version%%-*}

bootstrap() {
  local folder=$1
  shift
  mkdir -p "$work/packages"
  say "making $folder of Debian's packages"
  "${DEBOOTSTRAP:-debootstrap}" --variant=minbase --cache-dir="$work/packages" "$@" "$suite" "$folder" "$mirror" \
    >"$work/debootstrap.log" 2>&1 || die "debootstrap failed: $(tail -n 5 "$work/debootstrap.log")"
}

# What the official image leaves out of Debian's minimal tree, so that sizes can be compared.
make_debian() {
  local base=$work/debian
  bootstrap "$base"
  rm -rf "$base"/var/lib/apt/lists/* "$base"/var/cache/apt/* "$base"/var/log/* "$base"/usr/share/{doc,man,info}/* \
    "$base"/usr/share/locale/* "$base"/debootstrap "$base"/var/cache/debconf/*-old
  printf 'path-exclude /usr/share/%s/*\n' doc man info locale >"$base/etc/dpkg/dpkg.cfg.d/docker"
  printf '#!/bin/sh\nexit 101\n' >"$base/usr/sbin/policy-rc.d"
  chmod 755 "$base/usr/sbin/policy-rc.d"
  printf 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };\n' \
    >"$base/etc/apt/apt.conf.d/docker-clean"
  printf 'Acquire::Languages "none";\n' >"$base/etc/apt/apt.conf.d/docker-no-languages"
  printf 'deb %s\n' "$mirror $suite main" "$mirror $suite-updates main" "$mirror-security $suite-security main" \
    >"$base/etc/apt/sources.list"
  # Behind a proxy that looks into TLS, images need its certificate as this machine does.
  mkdir -p "$base/etc/ssl/certs" "$base/usr/local/share/ca-certificates"
  cp /etc/ssl/certs/ca-certificates.crt "$base/etc/ssl/certs/" 2>/dev/null || true
  cp /usr/local/share/ca-certificates/*.crt "$base/usr/local/share/ca-certificates/" 2>/dev/null || true
}

# The official image is Debian's with Node.js and npm below /usr/local and a user `node`.
make_node() {
  local to=$work/node/usr/local
  say "getting Node.js $node_version from npm"
  mkdir -p "$to/bin" "$to/lib/node_modules" "$work/npm"
  npm install --prefix "$work/npm" --ignore-scripts --no-audit --no-fund --no-save \
    "node-linux-$(node -p process.arch)@$node_version" "npm@11" >/dev/null
  cp "$work/npm/node_modules/node-linux-"*/bin/node "$to/bin/"
  cp -r "$work/npm/node_modules/npm" "$to/lib/node_modules/"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$to/bin/npm"
  printf '%s\n' "FROM $debian_image" 'COPY usr /usr' 'RUN useradd -u 1000 -m node' \
    'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' 'CMD ["node"]' >"$work/node/Dockerfile"
}

case $action in
build)
  mkdir -p "$work/shared"
  [[ -x $tree/usr/sbin/dockerd ]] ||
    bootstrap "$tree" --include=docker.io,docker-cli,docker-compose,iptables,ca-certificates
  [[ -e $work/debian/etc/apt/sources.list ]] || make_debian
  [[ -e $work/node/Dockerfile ]] || make_node
  ;;
run)
  export tree work
  # With the namespace, everything in it ends: containers too.
  exec unshare --mount --pid --fork --kill-child --propagation private bash -euc '
    mount --bind "$tree" "$tree"
    mount -t proc proc "$tree/proc"
    mount --rbind /sys "$tree/sys"
    mount --rbind /dev "$tree/dev"
    mount -t tmpfs tmpfs "$tree/tmp"
    mkdir -p "$tree$work/shared" "$tree/.old"
    mount --bind "$work/shared" "$tree$work/shared"
    cp -L /etc/resolv.conf /etc/hosts "$tree/etc/"
    cd "$tree"
    pivot_root . .old
    umount -l /.old
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root dockerd --host unix:///run/docker.sock \
      --bridge none --iptables=false --ip6tables=false --ip-forward=false'
  ;;
images)
  docker image inspect "$debian_image" >/dev/null 2>&1 ||
    tar -C "$work/debian" -c . | docker import --change 'CMD ["bash"]' - "$debian_image" >/dev/null
  docker image inspect "$node_image" >/dev/null 2>&1 ||
    docker build --quiet --network host --tag "$node_image" "$work/node" >/dev/null
  ;;
*) die "unknown action $action" ;;
esac
