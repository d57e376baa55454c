import { StatusError } from "../../base/status-error.ts";
import { changedOverrides, DEFAULT_TRACE_SETTINGS } from "../trace/trace-settings.ts";
import type { LogSettings, TraceSettings } from "../types.ts";
import { FlagError, type FlagReader } from "./flag-values.ts";

/** Values of the log flags. */
export function logFlags(flags: FlagReader): Partial<LogSettings> {
  // Without a value it means the first level.
  const verbose =
    flags.text("log-verbose") === "true" ? 1 : flags.integer("log-verbose", 0, 2 ** 31 - 1);
  return {
    log_info: flags.boolean("log-info", true),
    log_warning: flags.boolean("log-warning", true),
    log_error: flags.boolean("log-error", true),
    log_verbose_level: verbose,
    log_format: flags.choice("log-format", ["default", "ISO8601"], "default"),
  };
}

/** tritonserver's names without their mode prefix, and the settings they set. */
const TRACE_NAMES: Readonly<Record<string, keyof TraceSettings>> = {
  level: "trace_level",
  rate: "trace_rate",
  count: "trace_count",
  mode: "trace_mode",
  file: "trace_file",
  "log-frequency": "log_frequency",
};

/** Older flags, and the settings they set. */
const OLDER_TRACE_FLAGS = [
  ["trace-file", "file"],
  ["trace-level", "level"],
  ["trace-rate", "rate"],
  ["trace-count", "count"],
  ["trace-log-frequency", "log-frequency"],
] as const;

/** `--trace-config [MODE,]NAME=VALUE`, any number of times; level may be repeated. */
export function traceFlags(flags: FlagReader): Partial<TraceSettings> {
  let settings: Partial<TraceSettings> = {};
  const older = OLDER_TRACE_FLAGS.flatMap(([flag, setting]) =>
    flags.all(flag).map((value) => `${setting}=${value}`),
  );
  if (older.length > 0 && flags.all("trace-config").length > 0) {
    throw new FlagError(
      "--trace-config and its older flags are both given: use --trace-config alone.",
    );
  }
  for (const flag of [...flags.all("trace-config"), ...older]) {
    const [, name = "", value = ""] =
      /^(?:(?:triton|opentelemetry),)?([a-z-]+)=(.+)$/.exec(flag) ?? [];
    const setting = TRACE_NAMES[name];
    if (setting === undefined) {
      throw new FlagError(
        `--trace-config takes ${Object.keys(TRACE_NAMES).join(", ")}, each with =VALUE, not '${flag}'.`,
      );
    }
    if (setting === "trace_file") settings = { ...settings, trace_file: value };
    else {
      const levels = settings.trace_level ?? [];
      const values = setting === "trace_level" ? [...levels, value] : [value];
      settings = changed(settings, setting, values);
    }
  }
  return settings;
}

function changed(
  settings: Partial<TraceSettings>,
  setting: keyof TraceSettings,
  values: readonly string[],
): Partial<TraceSettings> {
  try {
    return changedOverrides(settings, { [setting]: values }, DEFAULT_TRACE_SETTINGS);
  } catch (error) {
    throw new FlagError(`--trace-config: ${StatusError.from(error).message}.`);
  }
}
