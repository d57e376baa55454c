import type { Log } from "./log/log.ts";
import { StatusError } from "../base/status-error.ts";
import type { EngineClock } from "./scheduling/clock.ts";
import type { InferRequest } from "./types.ts";

interface Observers {
  readonly clock: EngineClock;
  readonly log: Log;
}

/**
 * Runs a request and records its outcome: in its trace if it is sampled, and in the log if requests
 * are logged individually. Costs one check otherwise.
 */
export function observed<T>(
  request: InferRequest,
  observers: Observers,
  run: (request: InferRequest) => Promise<T>,
): Promise<T> {
  if (request.trace !== undefined || observers.log.verbose) {
    return observe(request, observers, run);
  }
  try {
    return run(request);
  } catch (error) {
    return Promise.reject(StatusError.from(error));
  }
}

async function observe<T>(
  request: InferRequest,
  { clock, log }: Observers,
  run: (request: InferRequest) => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  let end = "OK";
  try {
    return await run(request);
  } catch (thrown) {
    const error = StatusError.from(thrown);
    end = `${error.code} ${error.message}`;
    // Some are rejected before a model version is known.
    request.trace?.failed(error);
    request.trace?.stamp("REQUEST_END", clock.now());
    throw thrown;
  } finally {
    const { modelName, modelVersion, id } = request;
    const version = modelVersion === "" ? "" : ` version ${modelVersion}`;
    const named = id === "" ? "" : ` id ${JSON.stringify(id)}`;
    const ms = ((clock.now() - startedAt) / 1e6).toFixed(3);
    log.write("verbose", `infer '${modelName}'${version}${named}: ${ms} ms, ${end}`);
  }
}
