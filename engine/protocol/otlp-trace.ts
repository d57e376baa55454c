import type { TracePoint, TraceRecord } from "../types.ts";

/** OpenTelemetry's TracesData as JSON (OTLP 1.x): ids in hex, 64-bit numbers as strings. */
export interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly OtlpSpan[];
    }[];
  }[];
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value:
    | { readonly stringValue: string }
    | { readonly intValue: string }
    | { readonly boolValue: boolean };
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code: number; readonly message?: string };
}

export interface OtlpOptions {
  /** The resource's service.name. */
  readonly serviceName: string;
}

const KIND_INTERNAL = 1;
const KIND_SERVER = 2;
const STATUS_UNSET = 0;
const STATUS_ERROR = 2;

/**
 * The phases of a request, each from one timestamp to another; the last three are children of
 * "compute".
 */
const PARTS: readonly [name: string, from: TracePoint, to: TracePoint, within?: "compute"][] = [
  ["receive", "RECEIVED", "REQUEST_START"],
  ["cache lookup", "CACHE_LOOKUP_START", "CACHE_LOOKUP_END"],
  ["queue", "QUEUE_START", "COMPUTE_START"],
  ["compute", "COMPUTE_START", "COMPUTE_END"],
  ["compute input", "COMPUTE_START", "COMPUTE_INPUT_END", "compute"],
  ["compute infer", "COMPUTE_INPUT_END", "COMPUTE_OUTPUT_START", "compute"],
  ["compute output", "COMPUTE_OUTPUT_START", "COMPUTE_END", "compute"],
  ["send", "REQUEST_END", "SENT"],
];

/**
 * Converts traces to OpenTelemetry: a span for each request and each ensemble step, with child
 * spans for their phases. Pure: ids are derived from the records, so exporting twice gives the same
 * trace.
 */
export function otlpTraces(records: readonly TraceRecord[], options: OtlpOptions): OtlpTraces {
  const byId = new Map(records.map((record) => [record.id, record]));
  return {
    resourceSpans: [
      {
        resource: { attributes: [text("service.name", options.serviceName)] },
        scopeSpans: [
          {
            scope: { name: "batchdeck" },
            spans: records.flatMap((record) => toSpans(record, findRoot(record, byId))),
          },
        ],
      },
    ],
  };
}

/** The client's request, if it is among the records. */
function findRoot(record: TraceRecord, byId: ReadonlyMap<number, TraceRecord>): TraceRecord {
  let root = record;
  for (let depth = 0; root.parentId !== 0 && depth < byId.size; depth++) {
    const parent = byId.get(root.parentId);
    if (parent === undefined) break;
    root = parent;
  }
  return root;
}

function toSpans(record: TraceRecord, root: TraceRecord): OtlpSpan[] {
  const [first] = record.stamps;
  const last = record.stamps.at(-1);
  if (first === undefined || last === undefined) return [];
  const traceId = hex(`trace ${root.id} ${root.startedAtMs} ${root.modelName}`, 4);
  const spanId = (name: string, id = record.id) => hex(`${traceId} ${id} ${name}`, 2);
  const startNs = BigInt(Math.round(record.startedAtMs * 1000)) * 1000n;
  const unixNs = (atNs: number) => String(startNs + BigInt(Math.round(atNs - first.atNs)));
  const at = new Map(record.stamps.map(({ point, atNs }) => [point, atNs]));
  const isRoot = record.parentId === 0;
  const whole: OtlpSpan = {
    traceId,
    spanId: spanId("request"),
    parentSpanId: isRoot ? "" : spanId("request", record.parentId),
    name: record.modelName,
    kind: isRoot ? KIND_SERVER : KIND_INTERNAL,
    startTimeUnixNano: unixNs(first.atNs),
    endTimeUnixNano: unixNs(last.atNs),
    attributes: toAttributes(record),
    status:
      record.error === "" ? { code: STATUS_UNSET } : { code: STATUS_ERROR, message: record.error },
  };
  const parts = PARTS.flatMap(([name, from, to, within]): OtlpSpan[] => {
    const start = at.get(from);
    const end = at.get(to);
    if (start === undefined || end === undefined) return [];
    return [
      {
        traceId,
        spanId: spanId(name),
        parentSpanId: spanId(within ?? "request"),
        name,
        kind: KIND_INTERNAL,
        startTimeUnixNano: unixNs(start),
        endTimeUnixNano: unixNs(Math.max(start, end)),
        attributes: [],
        status: { code: STATUS_UNSET },
      },
    ];
  });
  return [whole, ...parts];
}

function toAttributes(record: TraceRecord): OtlpAttribute[] {
  const attributes = [
    text("triton.model_name", record.modelName),
    text("triton.model_version", record.modelVersion),
    { key: "triton.trace_id", value: { intValue: String(record.id) } },
    { key: "triton.trace_parent_id", value: { intValue: String(record.parentId) } },
    { key: "batchdeck.cache_hit", value: { boolValue: record.cacheHit } },
  ];
  if (record.requestId !== "") attributes.push(text("triton.request_id", record.requestId));
  if (record.instance !== "") {
    attributes.push(text("batchdeck.instance", record.instance), {
      key: "batchdeck.batch_size",
      value: { intValue: String(record.batchSize) },
    });
  }
  return attributes;
}

const text = (key: string, stringValue: string): OtlpAttribute => ({ key, value: { stringValue } });

/** An id of this many 32-bit words, never all zero, derived from `seed` (FNV-1a, mixed). */
function hex(seed: string, words: number): string {
  let id = "";
  for (let word = 1; word <= words; word++) {
    let hash = Math.imul(0x811c9dc5, word);
    for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    id += ((hash ^ (hash >>> 16)) >>> 0 || word).toString(16).padStart(8, "0");
  }
  return id;
}
