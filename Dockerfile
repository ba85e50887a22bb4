# nonomill in a container, built in a clone:
#
#     docker build -t nonomill .
#     docker run --rm --init -v .:/data nonomill run /data/book
#
# It runs as a user without rights, so /data must be writable for that user: on Linux, who is not user 1000 adds
# --user "$(id -u):$(id -g)". NODE is another image with Node.js 22.14 or later and npm. Where npm needs settings of its
# own, hand them in: --secret id=npmrc,src="$HOME/.npmrc".
ARG NODE=docker.io/library/node:24-bookworm-slim

FROM ${NODE} AS build
WORKDIR /clone
COPY . .
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci && npm pack --no-ignore-scripts --pack-destination /tmp
WORKDIR /opt/nonomill
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm install --ignore-scripts --no-package-lock /tmp/nonomill-*.tgz

FROM ${NODE}
COPY --from=build /opt/nonomill /opt/nonomill
ENV NODE_ENV=production PATH=/opt/nonomill/node_modules/.bin:$PATH
USER 1000:1000
WORKDIR /data
ENTRYPOINT ["nonomill"]
