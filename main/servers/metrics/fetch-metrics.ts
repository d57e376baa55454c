import { StatusError } from "../../../base/status-error.ts";
import { plainTarget } from "../../wire/index.ts";
import { ServerHttp } from "../../wire/transport/index.ts";
import { type MetricsReading, readMetrics } from "./metrics-reading.ts";

/** A server with 1,000 models exports a few MiB. */
const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 3000;

/** The text of a metrics endpoint without encryption or credentials; `address`: HOST:PORT. */
export async function fetchMetrics(address: string, signal?: AbortSignal): Promise<MetricsReading> {
  const target = plainTarget(address);
  if (!target) throw new StatusError("FAILED_PRECONDITION", "There is no metrics address.");
  using http = new ServerHttp(target);
  return readMetrics(await readExposition(http, signal));
}

/**
 * The text of a server's metrics endpoint. Rejects as the connection does, UNAVAILABLE for a status other than 200,
 * RESOURCE_EXHAUSTED for more than 32 MiB.
 */
export async function readExposition(http: ServerHttp, signal?: AbortSignal): Promise<string> {
  const answer = await http.get("/metrics", {
    signal,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (answer.status === 200) return answer.text;
  const refused = answer.status === 401 || answer.status === 403;
  throw new StatusError(
    "UNAVAILABLE",
    `${http.url}/metrics answers with status ${answer.status}.${refused ? http.withheld : ""}`,
  );
}
