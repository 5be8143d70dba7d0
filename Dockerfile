FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --no-fund --no-audit
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY docs docs
COPY engine engine
COPY fixtures fixtures
COPY server server
RUN npm run build && npm prune --omit=dev --no-fund --no-audit

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PAGEWRIGHT_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/packages packages
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/assets assets
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
# The root file system can be read-only: only /data is written, and only by the embedded store.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||8080)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "dist/server/start.js"]
