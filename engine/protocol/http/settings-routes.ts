import type { Engine, LogSettings, TraceSettings } from "../../types.ts";
import { StatusError } from "../status.ts";
import { type Answer, json } from "./answer.ts";
import { textOf } from "./body.ts";
import type { Call, Route } from "./call.ts";
import { type JsonObject, parseObject } from "./json.ts";
import { refuseWebPage } from "./web-page.ts";

/** Trace and log settings: GET reads, POST changes what its JSON names and leaves unknown names alone. */
export function settingsRoutes(engine: Engine): Route[] {
  const tracePath = /^\/v2\/(?:models\/([^/]+)\/)?trace\/setting$/;
  const logPath = /^\/v2\/logging$/;
  return [
    {
      method: "GET",
      path: tracePath,
      handle: (call) => traceAnswer(engine.traceSettings(modelOf(engine, call))),
    },
    {
      method: "POST",
      path: tracePath,
      async handle(call) {
        refuseWebPage(call, "change settings");
        const model = modelOf(engine, call);
        const changes = traceChanges(parseObject(textOf(await call.body())));
        return traceAnswer(engine.updateTraceSettings(model, changes));
      },
    },
    { method: "GET", path: logPath, handle: () => json(engine.logSettings()) },
    {
      method: "POST",
      path: logPath,
      async handle(call) {
        refuseWebPage(call, "change settings");
        const changes = logChanges(parseObject(textOf(await call.body())), engine.logSettings());
        return json(engine.updateLogSettings(changes));
      },
    },
  ];
}

function modelOf(engine: Engine, { captures: [model = ""] }: Call): string {
  if (model === "" || engine.modelReady(model, "")) return model;
  throw new StatusError("INVALID_ARGUMENT", `Request for unknown model : ${model}`);
}

/** Numbers are texts, as in Triton. */
function traceAnswer(settings: TraceSettings): Answer {
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

function traceChanges(request: JsonObject): TraceChanges {
  const changes: Record<string, readonly string[] | null> = {};
  for (const name of ["trace_file", "trace_rate", "trace_count", "log_frequency"]) {
    const value = request[name];
    if (value === null) changes[name] = null;
    else if (typeof value === "string") changes[name] = [value];
    else if (value !== undefined) throw unparsable(name, "non-string as string");
  }
  const { trace_level: levels } = request;
  if (levels === null) changes["trace_level"] = null;
  else if (Array.isArray(levels) && levels.every((level) => typeof level === "string")) {
    if (levels.length > 1 && levels.includes("OFF")) {
      throw new StatusError("INVALID_ARGUMENT", "Expect only one trace level 'OFF' is specified");
    }
    changes["trace_level"] = levels;
  } else if (levels !== undefined) throw unparsable("trace_level", "non-array as array");
  return changes;
}

function logChanges(
  request: JsonObject,
  current: LogSettings,
): Record<string, boolean | number | string> {
  const changes: Record<string, boolean | number | string> = {};
  for (const [name, now] of Object.entries(current)) {
    const value = request[name];
    if (value === undefined || value === null) continue;
    if (name === "log_file") {
      throw new StatusError(
        "UNIMPLEMENTED",
        "log file location can not be updated through network protocol",
      );
    }
    if (typeof value !== typeof now) throw unparsable(name, `non-${typeof now} as ${typeof now}`);
    if (typeof now === "number" && !(Number.isSafeInteger(value) && (value as number) >= 0)) {
      throw unparsable(name, "non-unsigned-integer as unsigned-integer");
    }
    if (name === "log_format" && value !== "default" && value !== "ISO8601") {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `invalid argument for --log_format, got: ${value as string}`,
      );
    }
    changes[name] = value as boolean | number | string;
  }
  return changes;
}

function unparsable(name: string, reason: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `Unable to parse '${name}': attempt to access JSON ${reason}`,
  );
}
