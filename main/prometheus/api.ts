import { z } from "zod";
import { oneLine } from "../../base/one-line.ts";
import { type StatusCode, StatusError } from "../../base/status-error.ts";
import type { PrometheusAbout } from "../contract/index.ts";
import { type TextResponse, recogniseRefusal, type ServerHttp } from "../wire/transport/index.ts";

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Of an answer beyond these series and points, the rest is left out. */
const MAX_SERIES = 20_000;
const MAX_POINTS = 2_000_000;
const MAX_BUILD_BYTES = 64 * 1024;
const MAX_REASON = 1000;
const MAX_SHORT = 100;

/** By Prometheus' error types (prometheus/prometheus v3.5 web/api/v1/api.go). VictoriaMetrics has numbers in their place. */
const CODES: Readonly<Record<string, StatusCode>> = {
  bad_data: "INVALID_ARGUMENT",
  execution: "FAILED_PRECONDITION",
  canceled: "ABORTED",
  timeout: "DEADLINE_EXCEEDED",
  internal: "INTERNAL",
  unavailable: "UNAVAILABLE",
  not_found: "NOT_FOUND",
};

export type Labels = Readonly<Record<string, string>>;

/** One series of an answer; values may be NaN or infinite. */
export interface ApiSeries {
  readonly labels: Labels;
  /** ms since the epoch, ascending, and the value. */
  readonly points: readonly (readonly [t: number, value: number])[];
}

export interface ApiAnswer {
  readonly series: readonly ApiSeries[];
  readonly warnings: readonly string[];
}

/** ms since the epoch. */
export interface ApiRange {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
}

const envelope = z.object({
  status: z.enum(["success", "error"]),
  data: z.unknown().optional(),
  errorType: z.string().optional(),
  error: z.string().optional(),
  warnings: z.array(z.string()).nullish(),
});

const vector = z.object({
  resultType: z.enum(["vector", "matrix"]),
  result: z.array(
    z.object({
      metric: z.record(z.string(), z.string()).default({}),
      value: z.unknown().optional(),
      values: z.unknown().optional(),
    }),
  ),
});

const scalar = z.object({
  resultType: z.enum(["scalar", "string"]),
  result: z.unknown().optional(),
});

const buildInfo = z.object({ version: z.string().optional(), application: z.string().optional() });

/** The HTTP API of Prometheus, as Thanos, Mimir and VictoriaMetrics have it as well (PROM-1). Calls reject with StatusErrors. */
export class PrometheusApi {
  readonly #http: ServerHttp;

  constructor(http: ServerHttp) {
    this.#http = http;
  }

  /** The value of each series at `time`, ms since the epoch; left out: now. */
  query(query: string, time?: number, signal?: AbortSignal): Promise<ApiAnswer> {
    const at = time === undefined ? {} : { time: seconds(time) };
    return this.#ask("/api/v1/query", { query, ...at }, signal);
  }

  queryRange(query: string, range: ApiRange, signal?: AbortSignal): Promise<ApiAnswer> {
    const { from, to, stepMs } = range;
    const params = { query, start: seconds(from), end: seconds(to), step: seconds(stepMs) };
    return this.#ask("/api/v1/query_range", params, signal);
  }

  /** Rejects where what answers is not this API. */
  async about(signal?: AbortSignal): Promise<PrometheusAbout> {
    const [all, up, build] = await Promise.all([
      this.query("count(up)", undefined, signal),
      this.query("sum(up)", undefined, signal),
      this.#build(signal),
    ]);
    const targets = numberIn(all);
    return { ...build, targets: targets === null ? null : { all: targets, up: numberIn(up) ?? 0 } };
  }

  /** Thanos and older servers don't say. */
  async #build(signal?: AbortSignal): Promise<Pick<PrometheusAbout, "product" | "version">> {
    const response = await this.#http.get("/api/v1/status/buildinfo", {
      signal,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BUILD_BYTES,
    });
    const read = envelope.safeParse(parsed(response.text));
    const build = buildInfo.safeParse(read.data?.data).data;
    const version = build?.version ? short(build.version) : null;
    return { product: build?.application ? short(build.application) : null, version };
  }

  async #ask(path: string, params: Record<string, string>, signal?: AbortSignal) {
    const response = await this.#http.get(`${path}?${new URLSearchParams(params).toString()}`, {
      signal,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    return seriesIn(this.#read(response));
  }

  /** The data of a response, or its error in Prometheus' words. */
  #read(response: TextResponse) {
    const { status } = response;
    const read = envelope.safeParse(parsed(response.text));
    if (!read.success) throw recogniseRefusal(this.#http, status) ?? this.#notPrometheus(status);
    if (read.data.status === "success" && status < 300) return read.data;
    const { errorType = "", error = `status ${status}` } = read.data;
    const refusal = recogniseRefusal(this.#http, status);
    if (refusal && status < 500) throw refusal;
    const code =
      CODES[errorType] ?? (status === 400 || status === 422 ? "INVALID_ARGUMENT" : "UNKNOWN");
    const reason = this.#http.redactHeaders(oneLine(error).trim().slice(0, MAX_REASON));
    throw new StatusError(code, `Prometheus rejected the query: ${reason}`);
  }

  #notPrometheus(status: number): StatusError {
    return new StatusError(
      "FAILED_PRECONDITION",
      `${this.#http.url} does not answer as Prometheus does: /api/v1 gives status ${status} and no JSON of its API. ` +
        "Mimir's address ends with /prometheus, that of a VictoriaMetrics cluster with /select/0/prometheus.",
      { details: { field: "http" } },
    );
  }
}

const seconds = (ms: number) => String(ms / 1000);

const short = (text: string) => oneLine(text).slice(0, MAX_SHORT);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function seriesIn({ data, warnings }: z.infer<typeof envelope>): ApiAnswer {
  const words = (warnings ?? []).slice(0, 10).map((each) => oneLine(each).slice(0, MAX_REASON));
  const single = scalar.safeParse(data);
  if (single.success)
    return { series: [{ labels: {}, points: pointsIn([single.data.result]) }], warnings: words };
  const { success, data: read } = vector.safeParse(data);
  if (!success)
    throw new StatusError(
      "INVALID_ARGUMENT",
      "The response has no series in the form of Prometheus' API.",
    );
  let room = MAX_POINTS;
  const series: ApiSeries[] = [];
  for (const { metric, value, values } of read.result.slice(0, MAX_SERIES)) {
    const points = pointsIn(Array.isArray(values) ? values : [value]).slice(0, room);
    room -= points.length;
    series.push({ labels: metric, points });
  }
  return { series, warnings: words };
}

/** Pairs of seconds and a number as text; other entries are left out. */
function pointsIn(values: readonly unknown[]): (readonly [t: number, value: number])[] {
  const points: (readonly [number, number])[] = [];
  for (const pair of values) {
    if (!Array.isArray(pair)) continue;
    const [time, text] = pair as unknown[];
    if (typeof time !== "number" || typeof text !== "string") continue;
    points.push([Math.round(time * 1000), toNumber(text)]);
  }
  return points;
}

function toNumber(text: string): number {
  if (text === "+Inf" || text === "Inf") return Number.POSITIVE_INFINITY;
  if (text === "-Inf") return Number.NEGATIVE_INFINITY;
  return text.trim() === "" ? Number.NaN : Number(text);
}

function numberIn({ series }: ApiAnswer): number | null {
  const value = series[0]?.points.at(-1)?.[1];
  return value !== undefined && Number.isFinite(value) ? value : null;
}
