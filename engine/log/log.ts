import { StatusError } from "../protocol/status.ts";
import type { LogSettings } from "../types.ts";

export type LogLevel = "error" | "warning" | "info" | "verbose";

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

/** The engine's log: what the settings let through goes to `sink`, one line for each sentence (rules LG1 to LG6). */
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

  /** Whether requests are logged one by one. */
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

  /** Changes all or, throwing in Triton's words, none; unknown names are passed over, as recorded. */
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

/** Longest sentence of a log line, characters: names come from clients, and a log is no place for megabytes. */
const MAX_SENTENCE = 8192;

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Text on one line: line ends, and what would steer a terminal or turn the writing direction, are visible as `\u001b`. */
export function visibleLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (char) => ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Escapes what would end a line or steer a terminal, and cuts after 8192 characters (LG6, LG7): names come from clients
 * and from files.
 */
export function oneLine(text: string): string {
  const line = visibleLine(text.slice(0, MAX_SENTENCE));
  const kept = line.slice(0, MAX_SENTENCE);
  const missing = text.length - Math.min(text.length, MAX_SENTENCE) + line.length - kept.length;
  return missing === 0 ? line : `${kept}… (${missing} more characters)`;
}

const LETTERS: Record<LogLevel, string> = { error: "E", warning: "W", info: "I", verbose: "I" };

/** `sentence` with the prefix that Triton's formats have, less the place in a source file. */
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
