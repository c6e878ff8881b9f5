# runrl-sandbox as a container: commands, levels and what was tried are in docs/deploy.md.
#
#   docker build -t runrl-sandbox .
#   docker run --rm runrl-sandbox doctor
#
# Without BuildKit's extensions, so that every builder takes it. Images are named by exact version; to pin what such a
# name stands for, append the digest that `docker buildx imagetools inspect NAME` prints.

FROM node:24.21.0-trixie-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# What the image runs is the npm package itself, so the two cannot differ.
RUN npm pack --pack-destination /tmp
WORKDIR /app
RUN tar -xzf /tmp/runrl-sandbox-*.tgz --strip-components=1 \
 && cp /build/package-lock.json /build/.npmrc . \
 && npm ci --omit=dev --ignore-scripts \
 && rm .npmrc package-lock.json
RUN bash /build/scripts/prune-dependencies.sh node_modules "$(node -p process.arch)"

# The image that is served from. Python is Debian's: modules find their packages in the venv below.
FROM debian:13.7-slim
# No versions of packages: Debian's stable release changes them for security only, and drops the old ones.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ca-certificates python3 python3-venv tini \
 && rm -rf /var/lib/apt/lists/*
# A number, because Kubernetes cannot tell of a name that it is not root (`runAsNonRoot`).
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin runrl

# The modules' interpreter. It has the agent's packages too, so that nothing is installed at run time; the versions
# are those of src/python/agent-environment.ts (a test compares them). Add your modules' packages in an image of your
# own: FROM this one, USER root, RUN pip install numpy sympy, USER 10001:10001.
RUN python3 -m venv /opt/python \
 && /opt/python/bin/pip install --no-cache-dir --disable-pip-version-check pyzmq==27.3.0 msgpack==1.2.4

WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app ./
# Compiled here, because the user of the container may write nothing of this.
RUN python3 -m compileall -q python-shim \
 && ln -s /app/dist/cli/main.js /usr/local/bin/runrl-sandbox

ENV VIRTUAL_ENV=/opt/python PATH=/opt/python/bin:$PATH
USER 10001:10001
WORKDIR /modules
# Whether a server at the usual address takes work; of other commands it says nothing. RUNRL_SANDBOX_URL names another.
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --start-interval=1s \
  CMD ["node", "/app/sandbox/container/health.mjs", "ready"]
# tini reaps what a killed sandbox leaves to PID 1, and passes SIGTERM on.
ENTRYPOINT ["tini", "--", "runrl-sandbox"]
# What `serve` serves is in runrl-sandbox.json of the folder that is mounted at /modules.
CMD ["serve"]
