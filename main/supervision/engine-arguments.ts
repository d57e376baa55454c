import fs from "node:fs";
import { fromFileError } from "../store/index.ts";

/**
 * How the embedded engine is started: on loopback, on ports the system chooses, every model of the repository
 * loaded and each to be loaded and unloaded on request, a model that fails keeping no other from serving.
 */
export function engineArguments(modelRepository: string): string[] {
  return [
    `--model-repository=${modelRepository}`,
    "--model-control-mode=explicit",
    "--load-model=*",
    "--exit-on-error=false",
    "--cache-config=local,size=67108864",
    "--exit-timeout-secs=5",
    "--grpc-port=0",
    "--http-port=0",
    "--metrics-port=0",
    ...["grpc", "http", "metrics"].map((port) => `--${port}-address=127.0.0.1`),
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
