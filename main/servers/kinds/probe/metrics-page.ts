import { StatusError } from "../../../../base/status-error.ts";
import type { TextResponse, ServerHttp } from "../../../wire/transport/index.ts";
import type { MetricsText } from "../../metrics/metrics-text.ts";
import { Exposition } from "../exposition/index.ts";

/** A server's metrics page. `text` is null without one, and `why` explains it in a sentence. */
export interface MetricsPage {
  readonly text: string | null;
  readonly exposition: Exposition;
  readonly why: string;
  /** Of the response with the page. */
  readonly headers?: TextResponse["headers"];
}

const TIMEOUT_MS = 3000;

/**
 * The metrics that a server exports at `path`, which the user may have included in the address. A missing page is
 * reported, not thrown: it is often turned off on a healthy server.
 */
export async function metricsPage(
  http: ServerHttp | null,
  path: string,
  signal: AbortSignal | undefined,
): Promise<MetricsPage> {
  if (http === null) return nothing("No metrics address is given.");
  const given = new URL(http.url).pathname !== "/";
  let why = "";
  for (const each of given ? [path, ""] : [path]) {
    try {
      const { status, text, headers } = await http.get(each, { signal, timeoutMs: TIMEOUT_MS });
      const exposition = status === 200 ? await Exposition.of(text) : null;
      if (exposition && isMetrics(exposition.read)) return { text, exposition, why: "", headers };
      why ||=
        status === 200
          ? `${http.url}${each} answers with something other than metrics.`
          : `${http.url}${each} answers with status ${status}.${status === 401 || status === 403 ? http.withheld : ""}`;
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      return nothing(why || StatusError.from(thrown).message);
    }
  }
  return nothing(why);
}

const isMetrics = ({ samples, types, helps }: MetricsText) =>
  samples.size + types.size + helps.size > 0;

/** Reads one server's page repeatedly. While the page is missing, it is requested in the background. */
export class MetricsReader {
  readonly #http: ServerHttp;
  readonly #path: string;
  #missing: MetricsPage | null = null;
  #asking = false;

  constructor(http: ServerHttp, path: string) {
    this.#http = http;
    this.#path = path;
  }

  /** Like {@link metricsPage}, or reports that it was missing the last time. */
  async read(signal?: AbortSignal): Promise<MetricsPage> {
    if (!this.#missing) return this.#ask(signal);
    if (!this.#asking) {
      this.#asking = true;
      void this.#ask().finally(() => (this.#asking = false));
    }
    return this.#missing;
  }

  async #ask(signal?: AbortSignal): Promise<MetricsPage> {
    const page = await metricsPage(this.#http, this.#path, signal);
    this.#missing = page.text === null ? page : null;
    return page;
  }
}

/** When the process started, as Prometheus client libraries export it; null if not exported. */
export function processStart(exposition: Exposition): string | null {
  const [start] = exposition.samples("process_start_time_seconds");
  return start ? String(start.value) : null;
}

function nothing(why: string): MetricsPage {
  return { text: null, exposition: new Exposition(""), why };
}
