import { oneLine } from "../../base/one-line.ts";
import { StatusError } from "../../base/status-error.ts";
import type { LogSettings } from "../types.ts";

export const LOG_LEVELS = ["error", "warning", "info", "verbose"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogChanges = Readonly<Record<string, boolean | number | string>>;

export const DEFAULT_LOG_SETTINGS: LogSettings = {
  log_file: "",
  log_info: true,
  log_warning: true,
  log_error: true,
  log_verbose_level: 0,
  log_format: "default",
};

const MAX_VERBOSE = 2 ** 31 - 1;

/** The engine's log: writes what the settings allow to `sink`, one line per sentence (rules LOG-1 to LOG-6). */
export class Log {
  readonly #sink: (sentence: string, level: LogLevel) => void;
  #settings: LogSettings;

  constructor(
    sink: (sentence: string, level: LogLevel) => void,
    settings: Partial<LogSettings> = {},
  ) {
    this.#sink = sink;
    this.#settings = { ...DEFAULT_LOG_SETTINGS, ...settings };
  }

  get settings(): LogSettings {
    return this.#settings;
  }

  /** Whether requests are logged individually. */
  get verbose(): boolean {
    return this.#settings.log_verbose_level > 0;
  }

  write(level: LogLevel, sentence: string): void {
    const { log_info, log_warning, log_error } = this.#settings;
    const passes = {
      error: log_error,
      warning: log_warning,
      info: log_info,
      verbose: this.verbose,
    };
    if (passes[level]) this.#sink(oneLine(sentence), level);
  }

  /** Changes all settings or, throwing in Triton's words, none; unknown names are ignored, as recorded. */
  update(changes: LogChanges): LogSettings {
    const changed: Record<string, boolean | number | string> = {};
    for (const [name, value] of Object.entries(changes)) {
      if (!Object.hasOwn(DEFAULT_LOG_SETTINGS, name)) continue;
      this.#check(name as keyof LogSettings, value);
      changed[name] = value;
    }
    this.#settings = { ...this.#settings, ...changed };
    return this.#settings;
  }

  #check(name: keyof LogSettings, value: boolean | number | string): void {
    switch (name) {
      case "log_file":
        if (value === this.#settings.log_file) return;
        throw new StatusError(
          "UNIMPLEMENTED",
          "log file location can not be updated through network protocol",
        );
      case "log_verbose_level":
        if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_VERBOSE) return;
        throw invalid(`expect int32 for '${name}'`);
      case "log_format":
        if (typeof value !== "string") throw invalid(`expect string for '${name}'`);
        if (value === "default" || value === "ISO8601") return;
        throw invalid(`invalid argument for log_format, got: ${value}`);
      default:
        if (typeof value !== "boolean") throw invalid(`expect boolean for '${name}'`);
    }
  }
}

const LETTERS: Record<LogLevel, string> = { error: "E", warning: "W", info: "I", verbose: "I" };

/** `sentence` with the prefix of Triton's formats, without the source file position. */
export function logLine(
  sentence: string,
  level: LogLevel,
  format: LogSettings["log_format"],
  { at, processId }: { readonly at: Date; readonly processId: number },
): string {
  const letter = LETTERS[level];
  const iso = at.toISOString();
  if (format === "ISO8601") return `${iso.slice(0, 19)}Z ${letter} ${processId}] ${sentence}`;
  const [day = "", time = ""] = iso.split("T");
  const micros = `${time.slice(0, 12)}000`;
  return `${letter}${day.slice(5, 7)}${day.slice(8, 10)} ${micros} ${processId}] ${sentence}`;
}

const invalid = (message: string): StatusError => new StatusError("INVALID_ARGUMENT", message);
