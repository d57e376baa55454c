import { isDeepStrictEqual } from "node:util";
import { StatusError } from "../../../base/status-error.ts";
import type { Target } from "../../wire/index.ts";
import type { ServerAdapter } from "../adapter.ts";
import { ServerHttp } from "../../wire/transport/index.ts";
import { readExposition } from "./fetch-metrics.ts";
import { type MetricsReading, readMetrics } from "./metrics-reading.ts";

/** Reads the metrics of a server with Triton's names, over one connection until their address changes. */
export class MetricsSource implements Disposable {
  readonly #server: Pick<ServerAdapter, "access" | "status">;
  #target: Target | null = null;
  #http: ServerHttp | null = null;

  constructor(server: Pick<ServerAdapter, "access" | "status">) {
    this.#server = server;
  }

  /** FAILED_PRECONDITION without a known address. */
  async read(signal?: AbortSignal): Promise<MetricsReading> {
    const { metrics } = await this.#server.access();
    if (!metrics)
      throw new StatusError(
        "FAILED_PRECONDITION",
        `No address is known for the metrics of ${this.#server.status.name}.`,
      );
    if (!this.#http || !isDeepStrictEqual(metrics, this.#target)) {
      this.#http?.[Symbol.dispose]();
      this.#target = metrics;
      this.#http = new ServerHttp(metrics);
    }
    return readMetrics(await readExposition(this.#http, signal));
  }

  [Symbol.dispose](): void {
    this.#http?.[Symbol.dispose]();
    this.#http = null;
  }
}
