# The service on one machine, by the commands of README.md. It listens on loopback only, so it shares the host's network:
#   docker build --tag winnow . && docker run --init --network host --volume winnow:/winnow/.winnow winnow
# For x64: elsewhere see docs/guides/self-host.md.
FROM node:24-bookworm-slim AS build
WORKDIR /winnow
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# Prepares the bundles with the browser's files; the template itself is made at each start.
RUN npm run synth && rm -rf cdk.out && mkdir .winnow

FROM node:24-bookworm-slim
WORKDIR /winnow
COPY --from=build /winnow /winnow
# The start writes bundles and data. The user owns nothing else: pages run in a browser with its rights.
RUN chown -R node:node .winnow .bundles
USER node
VOLUME /winnow/.winnow
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m CMD ["node", "bin/health.ts"]
CMD ["npm", "start"]
