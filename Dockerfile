# runrl-sandbox as a container. Written without a container engine at hand: read, not yet built. Report what fails.
#
#   docker build -t runrl-sandbox .
#   docker run --rm --security-opt seccomp=unconfined --security-opt apparmor=unconfined \
#     --security-opt systempaths=unconfined runrl-sandbox doctor
#
# The options let the sandbox make namespaces, which Docker's defaults forbid. Nothing needs --privileged.

FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap python3 python3-venv tini \
 && rm -rf /var/lib/apt/lists/*

# The modules' interpreter. It has the agent's packages too, so that nothing is installed at run time; the versions
# are those of src/python/agent-environment.ts (a test compares them). Add your modules' packages in an image of your
# own: FROM this one, USER root, RUN pip install numpy sympy, USER node.
RUN python3 -m venv /opt/python \
 && /opt/python/bin/pip install --no-cache-dir --disable-pip-version-check pyzmq==27.3.0 msgpack==1.2.4
ENV VIRTUAL_ENV=/opt/python PATH=/opt/python/bin:$PATH

WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY python-shim/runrl ./python-shim/runrl
COPY python-shim/runrl_shim ./python-shim/runrl_shim
COPY sandbox ./sandbox
COPY examples ./examples
RUN ln -s /app/dist/cli/main.js /usr/local/bin/runrl-sandbox

USER node
WORKDIR /home/node
HEALTHCHECK --interval=60s --timeout=30s --start-period=10s CMD ["runrl-sandbox", "doctor", "--no-call"]
# tini reaps the processes that a killed sandbox leaves to PID 1.
ENTRYPOINT ["tini", "--", "runrl-sandbox"]
CMD ["doctor"]
