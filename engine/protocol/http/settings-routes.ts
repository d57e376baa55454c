import type { Engine, TraceSettings } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type HttpResponse, json } from "./http-response.ts";
import type { Call, Route } from "./call.ts";
import { type JsonObject, readObject, unparsable } from "./json.ts";
import { shownName } from "../../repository/model-name.ts";

/**
 * Trace and log settings: GET reads, POST updates the settings in its JSON and ignores unknown
 * names.
 */
export function settingsRoutes(engine: Engine): Route[] {
  const tracePath = /^\/v2\/(?:models\/([^/]+)\/(?:versions\/[0-9]+\/)?)?trace\/setting$/;
  const logPath = /^\/v2\/logging$/;
  return [
    {
      method: "GET",
      path: tracePath,
      feature: "trace",
      handle: (call) => traceResponse(engine.traceSettings(readModelName(engine, call))),
    },
    {
      method: "POST",
      path: tracePath,
      feature: "trace",
      async handle(call) {
        const model = readModelName(engine, call);
        const changes = traceChanges(
          await readObject({ body: await call.body(), signal: call.signal }),
        );
        return traceResponse(engine.updateTraceSettings(model, changes));
      },
    },
    {
      method: "GET",
      path: logPath,
      feature: "logging",
      handle: () => json(engine.logSettings()),
    },
    {
      method: "POST",
      path: logPath,
      feature: "logging",
      async handle(call) {
        const changes = logChanges(
          await readObject({ body: await call.body(), signal: call.signal }),
        );
        return json(engine.updateLogSettings(changes));
      },
    },
  ];
}

function readModelName(engine: Engine, { captures: [model = ""] }: Call): string {
  if (model === "" || engine.modelReady(model, "")) return model;
  throw new StatusError("INVALID_ARGUMENT", `Request for unknown model : ${shownName(model)}`);
}

/** Numbers are strings, as in Triton. */
function traceResponse(settings: TraceSettings): HttpResponse {
  const { trace_level, trace_rate, trace_count, log_frequency, trace_file, trace_mode } = settings;
  return json({
    trace_level,
    trace_rate: String(trace_rate),
    trace_count: String(trace_count),
    ...(trace_mode === "triton" && { log_frequency: String(log_frequency), trace_file }),
    trace_mode,
  });
}

type TraceChanges = Parameters<Engine["updateTraceSettings"]>[1];

/** Converts an update for the engine: strings, an array for the levels; null resets. */
function traceChanges(request: JsonObject): TraceChanges {
  const changes: Record<string, readonly string[] | null> = {};
  for (const [name, value] of Object.entries(request)) {
    if (value === null) changes[name] = null;
    else if (name === "trace_level") changes[name] = texts(name, value, "non-array as array");
    else changes[name] = texts(name, [value], "non-string as string");
  }
  return changes;
}

function texts(name: string, values: unknown, reason: string): readonly string[] {
  if (Array.isArray(values) && values.every((value) => typeof value === "string")) return values;
  throw unparsable(name, reason);
}

type LogChanges = Parameters<Engine["updateLogSettings"]>[0];

/** Null leaves a setting unchanged. */
function logChanges(request: JsonObject): LogChanges {
  const changes: Record<string, boolean | number | string> = {};
  for (const [name, value] of Object.entries(request)) {
    if (value === null) continue;
    if (typeof value !== "boolean" && typeof value !== "number" && typeof value !== "string") {
      throw unparsable(name, "object or array as a single value");
    }
    changes[name] = value;
  }
  return changes;
}
