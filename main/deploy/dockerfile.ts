import type { Deployment } from "../contract/index.ts";
import { MODELS } from "./manifests/deployment.ts";

/** An image with the models: every replica has the same ones, and their version is the tag. */
export function dockerfile({ image }: Pick<Deployment, "image">): string {
  return `FROM ${image}\nCOPY --chown=1000:1000 model-repository ${MODELS}\n`;
}
