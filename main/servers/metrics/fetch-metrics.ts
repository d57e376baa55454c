import { StatusError } from "../../../engine/protocol/status.ts";
import { type MetricsReading, readMetrics } from "./metrics-reading.ts";

/** A server with 1,000 models exposes a few MiB. */
const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 3000;

/** What a server's metrics endpoint says, `address` being HOST:PORT; rejects as {@link fetchExposition}. */
export async function fetchMetrics(address: string, signal?: AbortSignal): Promise<MetricsReading> {
  return readMetrics(await fetchExposition(address, signal));
}

/**
 * The text of a server's metrics endpoint, `address` being HOST:PORT. Rejects UNAVAILABLE where nobody answers with
 * metrics, RESOURCE_EXHAUSTED for more than 32 MiB of them.
 */
export async function fetchExposition(address: string, signal?: AbortSignal): Promise<string> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const url = `http://${address}/metrics`;
  try {
    const answer = await fetch(url, { signal: signal ? AbortSignal.any([signal, limit]) : limit });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new StatusError("UNAVAILABLE", `${url} answers with status ${answer.status}.`);
    }
    return await boundedText(answer, url);
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw new StatusError("UNAVAILABLE", `The metrics at ${url} cannot be read.`, { cause: error });
  }
}

async function boundedText(answer: Response, url: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES)
      throw new StatusError("RESOURCE_EXHAUSTED", `The metrics at ${url} exceed 32 MiB.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
