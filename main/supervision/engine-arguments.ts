import fs from "node:fs";
import { fromFileError } from "../../base/file-error.ts";
import { ANY_PORTS } from "./kept-ports.ts";

/**
 * How the embedded engine is started: on loopback, on `ports`, every model of the repository
 * loaded and each to be loaded and unloaded on request, a model that fails keeping no other from serving.
 */
export function engineArguments(modelRepository: string, ports = ANY_PORTS): string[] {
  return [
    `--model-repository=${modelRepository}`,
    "--model-control-mode=explicit",
    "--load-model=*",
    "--exit-on-error=false",
    "--cache-config=local,size=67108864",
    "--exit-timeout-secs=5",
    ...(["grpc", "http", "metrics"] as const).flatMap((name) => [
      `--${name}-port=${ports[name]}`,
      `--${name}-address=127.0.0.1`,
    ]),
  ];
}

/** Why there is nothing to serve in `modelRepository`; null when it can be read. */
export function repositoryObstacle(modelRepository: string): string | null {
  try {
    fs.readdirSync(modelRepository);
    return null;
  } catch (error) {
    return `the model repository cannot be read. ${fromFileError(error, modelRepository).message}`;
  }
}
