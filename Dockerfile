# The server, as a user without rights over a project folder that it cannot write. See docs/operation/containers.md.

FROM node:24.21.0-trixie-slim AS packages
WORKDIR /opt/tollbook
COPY package.json package-lock.json ./
# The image brings Node itself, and the other packages bring their binaries, so that no script of theirs has to run.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.21.0-trixie-slim
# Everybody may write to .astro, as to /tmp: a tmpfs takes the mode of the folder that it covers, but not its owner.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /var/lib/tollbook /srv/git \
  && install --directory --mode=1777 /opt/tollbook/.astro
WORKDIR /opt/tollbook
COPY --from=packages /opt/tollbook/node_modules node_modules
COPY package.json astro.config.mjs tsconfig.json LICENSE ./
COPY catalog/categories.json catalog/
COPY docs docs
COPY public public
COPY scripts scripts
COPY src src
RUN node scripts/texts.ts

# What is written is below /var/lib/tollbook; only a build also writes to .astro, which need not be kept, and to /tmp.
ENV NODE_ENV=production \
  ASTRO_TELEMETRY_DISABLED=1 \
  HOME=/var/lib/tollbook \
  HOST=0.0.0.0 \
  PORT=4321 \
  CATALOG_DIR=/var/lib/tollbook/catalog \
  DATA_DIR=/var/lib/tollbook/data \
  DIST_DIR=/var/lib/tollbook/dist
VOLUME /var/lib/tollbook
USER node
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server.ts", "--build"]
