/**
 * How an image for the job is made: there is none in a public registry. It is to be built in the folder of the
 * console's sources, and pushed where the cluster can pull from.
 */
export const DOCKERFILE = `# Build in the folder of Batchdeck's sources, push it where your cluster can pull from:
#   docker build -t REGISTRY/batchdeck-cli:1 -f - . < Dockerfile
#   docker push REGISTRY/batchdeck-cli:1
FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts
COPY app ./app
COPY main ./main
COPY engine ./engine
COPY assets ./assets
COPY scripts ./scripts
USER 65532:65532
`;
