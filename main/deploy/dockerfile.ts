import type { Deployment } from "../contract/index.ts";
import { MODELS } from "./manifests/deployment.ts";

/** Models in an image: every replica has the same ones, and a version of them is a tag. */
export function dockerfile({ image }: Pick<Deployment, "image">): string {
  return `FROM ${image}\nCOPY --chown=1000:1000 model-repository ${MODELS}\n`;
}
