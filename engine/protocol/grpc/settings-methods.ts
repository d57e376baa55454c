import { inference } from "../../../assets/proto/index.ts";
import type { Engine, LogSettings, TraceSettings } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { unary } from "./unary.ts";
import type { UnaryMethod } from "./wire.ts";
import { shownName } from "../../repository/model-name.ts";

type TraceChanges = Parameters<Engine["updateTraceSettings"]>[1];
type LogChanges = Parameters<Engine["updateLogSettings"]>[0];
type LogValue = inference.LogSettingsRequest.SettingValue.$Properties;

/** Settings with a single value; `trace_level` has several. */
const SINGLE = ["trace_rate", "trace_count", "log_frequency"] as const;

const LOG_FIELDS = {
  log_info: "bool_param",
  log_warning: "bool_param",
  log_error: "bool_param",
  log_verbose_level: "uint32_param",
  log_format: "string_param",
} as const;
const LOG_TYPES = { bool_param: "boolean", uint32_param: "int32", string_param: "string" } as const;

/**
 * Trace and log settings: a call without settings reads; one with settings updates them and returns
 * all.
 */
export function settingsMethods(service: string, engine: Engine): UnaryMethod[] {
  return [
    unary(
      `${service}TraceSetting`,
      inference.TraceSettingRequest,
      inference.TraceSettingResponse,
      ({ model_name: model, settings }) => {
        if (model !== "" && !engine.modelReady(model, "")) {
          throw new StatusError(
            "INVALID_ARGUMENT",
            `Request for unknown model : ${shownName(model)}`,
          );
        }
        const changes = traceChanges(settings);
        const none = Object.keys(changes).length === 0;
        return traceMessage(
          none ? engine.traceSettings(model) : engine.updateTraceSettings(model, changes),
        );
      },
    ),
    unary(
      `${service}LogSettings`,
      inference.LogSettingsRequest,
      inference.LogSettingsResponse,
      ({ settings }) => {
        const changes = logChanges(settings);
        const none = Object.keys(changes).length === 0;
        return logMessage(none ? engine.logSettings() : engine.updateLogSettings(changes));
      },
    ),
  ];
}

/** No value resets a setting. Unknown names are ignored, as in Triton. */
function traceChanges(
  settings: Readonly<Record<string, inference.TraceSettingRequest.SettingValue.$Properties>>,
): TraceChanges {
  const changes: Record<string, readonly string[] | null> = {};
  if (settings["trace_file"] !== undefined) throw fixed("trace file");
  const levels = settings["trace_level"]?.value ?? undefined;
  if (settings["trace_level"] !== undefined) {
    if (levels && levels.length > 1 && levels.includes("OFF")) {
      throw new StatusError("INVALID_ARGUMENT", "Expect only one trace level 'OFF' is specified");
    }
    changes["trace_level"] = levels && levels.length > 0 ? levels : null;
  }
  for (const name of SINGLE) {
    const setting = settings[name];
    if (setting === undefined) continue;
    const value = setting.value ?? [];
    if (value.length > 1) {
      throw new StatusError("INVALID_ARGUMENT", `expect only 1 value for '${name}'`);
    }
    changes[name] = value.length === 1 ? value : null;
  }
  return changes;
}

function traceMessage(settings: TraceSettings): inference.TraceSettingResponse.$Properties {
  const { trace_level, trace_rate, trace_count, log_frequency, trace_file, trace_mode } = settings;
  const one = (value: string | number) => ({ value: [String(value)] });
  return {
    settings: {
      trace_level: { value: [...trace_level] },
      trace_rate: one(trace_rate),
      trace_count: one(trace_count),
      ...(trace_mode === "triton" && {
        log_frequency: one(log_frequency),
        trace_file: one(trace_file),
      }),
      trace_mode: one(trace_mode),
    },
  };
}

function logChanges(settings: Readonly<Record<string, LogValue>>): LogChanges {
  if (settings["log_file"] !== undefined) throw fixed("log file");
  const changes: Record<string, boolean | number | string> = {};
  for (const [name, field] of Object.entries(LOG_FIELDS)) {
    const setting = settings[name];
    if (setting === undefined) continue;
    const value = setting.parameter_choice === field ? setting[field] : undefined;
    if (value === undefined || value === null) {
      throw new StatusError("INVALID_ARGUMENT", `expect ${LOG_TYPES[field]} for '${name}'`);
    }
    if (name === "log_format" && value !== "default" && value !== "ISO8601") {
      throw new StatusError("INVALID_ARGUMENT", `invalid argument for log_format, got: ${value}`);
    }
    changes[name] = value;
  }
  return changes;
}

function logMessage(settings: LogSettings): inference.LogSettingsResponse.$Properties {
  return {
    settings: {
      log_file: { string_param: settings.log_file },
      log_info: { bool_param: settings.log_info },
      log_warning: { bool_param: settings.log_warning },
      log_error: { bool_param: settings.log_error },
      log_verbose_level: { uint32_param: settings.log_verbose_level },
      log_format: { string_param: settings.log_format },
    },
  };
}

function fixed(what: string): StatusError {
  return new StatusError(
    "UNIMPLEMENTED",
    `${what} location can not be updated through network protocol`,
  );
}
