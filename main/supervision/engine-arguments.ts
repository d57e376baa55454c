import fs from "node:fs";
import { fromFileError } from "../../base/file-error.ts";
import { isStoreUrl } from "../../engine/stores/store-url.ts";
import { ANY_PORTS, type Ports } from "./kept-ports.ts";

/** The engine reads its control secret from standard input. */
export const SECRET_FLAG = "--control-secret=stdin";

interface Served {
  readonly modelRepository: string | readonly string[];
  /** Whether any local program may control it. */
  readonly openControl: boolean;
  /** Values of `--backend-config`, as `serve` takes them. */
  readonly backendConfig?: readonly string[] | undefined;
  /** Default: chosen by the system. */
  readonly ports?: Ports;
}

/**
 * Arguments of the embedded engine: on loopback, with every model of the repository loaded, explicit model control, and
 * without failing if a model fails.
 */
export function engineArguments(served: Served) {
  const { modelRepository, openControl, backendConfig = [], ports = ANY_PORTS } = served;
  return [
    ...[modelRepository].flat().map((each) => `--model-repository=${each}`),
    "--model-control-mode=explicit",
    "--load-model=*",
    "--exit-on-error=false",
    "--cache-config=local,size=67108864",
    "--exit-timeout-secs=5",
    ...backendConfig.map((setting) => `--backend-config=${setting}`),
    ...(["grpc", "http", "metrics"] as const).flatMap((name) => [
      `--${name}-port=${ports[name]}`,
      `--${name}-address=127.0.0.1`,
    ]),
    ...(openControl ? [] : [SECRET_FLAG]),
  ];
}

/** Why the repositories can't be served; null if they can be read. The engine itself checks object stores. */
export function repositoryObstacle(repositories: readonly string[]): string | null {
  for (const folder of repositories.filter((each) => !isStoreUrl(each))) {
    try {
      fs.readdirSync(folder);
    } catch (error) {
      return `the model repository cannot be read. ${fromFileError(error, folder).message}`;
    }
  }
  return null;
}
