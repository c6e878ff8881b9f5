#!/usr/bin/env bash
# Gets a bare clone ready: npm packages, bubblewrap, libseccomp, a browser, the agent's Python environment, the build.
# Quick when there is nothing to do, and safe to run again at any time.
set -euo pipefail
source "$(dirname "$0")/common.sh"
cd "$root"

check_node() {
  command -v node >/dev/null || die "Node.js 20.19 or newer is needed, and there is no \`node\` on PATH"
  local version major minor
  version=$(node --version)
  IFS=. read -r major minor _ <<<"${version#v}"
  if ((major < 20 || (major == 20 && minor < 19))); then
    die "Node.js 20.19 or newer is needed; \`node\` is $version"
  fi
}

check_python() {
  local python=${VIRTUAL_ENV:+$VIRTUAL_ENV/bin/}python3
  command -v "$python" >/dev/null || die "Python 3.10 or newer is needed, and there is no \`python3\` on PATH"
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    die "Python 3.10 or newer is needed; \`$python\` is $("$python" --version 2>&1)"
}

install_npm_packages() {
  local installed=node_modules/.package-lock.json
  if [[ ! -f package-lock.json ]]; then
    [[ -f $installed && $installed -nt package.json ]] && return
    say "installing npm packages (there is no package-lock.json: npm install)"
    npm install --ignore-scripts --no-audit --no-fund
  elif [[ ! -f $installed || package-lock.json -nt $installed ]]; then
    say "installing npm packages"
    if ! npm ci --ignore-scripts --no-audit --no-fund; then
      say "npm ci failed, as said above; trying npm install, which leaves package-lock.json as it is"
      npm install --no-save --ignore-scripts --no-audit --no-fund
    fi
    touch "$installed"
  fi
}

install_command() {
  if command -v apt-get >/dev/null; then
    echo "apt-get update && apt-get install -y $1"
  elif command -v dnf >/dev/null; then
    echo "dnf install -y ${1%2}"
  elif command -v apk >/dev/null; then
    echo "apk add ${1%2}"
  elif command -v pacman >/dev/null; then
    echo "pacman -S --noconfirm ${1%2}"
  else
    echo "install the package \`$1\` with this system's package manager"
  fi
}

# Installs a package of the system (Debian's name of it) when the command after it fails. A failure is said and not
# fatal: everything works without bubblewrap but confinement, without libseccomp but building the filters anew, and
# without a browser but the tests of the page.
install_unless() {
  local package=$1 command as_root=()
  "${@:2}" >/dev/null 2>&1 && return
  command=$(install_command "$package")
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
      say "$package is missing, and installing it needs root. Run: sudo sh -c '$command'"
      return
    fi
    as_root=(sudo -n)
  fi
  if ! command -v apt-get >/dev/null; then
    say "$package is missing. Run as root: $command"
    return
  fi
  say "installing $package"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive sh -c "$command" >/dev/null ||
    say "$package could not be installed. Run as root: $command"
}

# One that test/helpers/browser.ts knows. Only tests of the page need it.
find_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

check_node
check_python
install_npm_packages
install_unless bubblewrap command -v bwrap
install_unless libseccomp2 python3 scripts/build-seccomp.py --version
install_unless chromium find_browser
bash scripts/build.sh --if-needed
node_modules/.bin/tsx scripts/prepare-agent.ts
