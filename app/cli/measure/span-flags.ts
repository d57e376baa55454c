import type { ExperimentPlan } from "../../../main/contract/index.ts";
import { UsageError } from "../command.ts";
import type { spanOptions } from "./flag-table.ts";
import { integer, number, readChoice, wrong } from "./flag-values.ts";

type SpanValues = { [Name in keyof typeof spanOptions]?: string | undefined };

/** perf_analyzer's: measures windows until the last three are stable. */
export interface StabilityRule {
  /** A window has at least both. It ends at a check of the run, every two seconds. */
  readonly windowSeconds: number;
  readonly windowRequests: number;
  /** Highest over lowest of the last three, %. */
  readonly percentage: number;
  readonly maxTrials: number;
}

const LONGEST = 3600;
const WINDOW_FLAGS = [
  "measurement-interval",
  "measurement-request-count",
  "stability-percentage",
  "max-trials",
] as const;

type Span = Pick<ExperimentPlan, "secondsPerStep" | "requestsPerStep">;

/**
 * Without --seconds or --request-count, windows determine the length of a step, if the load has
 * steps.
 */
export function readSpan(
  values: SpanValues,
  mayHaveWindows: boolean,
): Span & { stability: StabilityRule | null } {
  // vllm's and aiperf's names.
  readChoice(values, ["request-count", "num-prompts"]);
  readChoice(values, ["seconds", "benchmark-duration"]);
  values = { ...values, seconds: values.seconds ?? values["benchmark-duration"] };
  const requestCount = values["request-count"] ?? values["num-prompts"] ?? "0";
  const requests = integer("--request-count", requestCount, 0, 10_000_000) || null;
  const isPlain = values.seconds !== undefined || requests !== null;
  if (isPlain) {
    const stray = WINDOW_FLAGS.find((name) => values[name] !== undefined);
    if (stray !== undefined) {
      const length = values.seconds === undefined ? "request-count" : "seconds";
      throw new UsageError(`--${stray} is about windows, and --${length} measures without them.`);
    }
    const seconds = number("--seconds", values.seconds ?? String(LONGEST), 0.1, LONGEST);
    return { secondsPerStep: seconds, requestsPerStep: requests, stability: null };
  }
  const rule = readStabilityRule(values);
  const most = Math.min(LONGEST, lookedAt(rule.windowSeconds) * rule.maxTrials);
  if (!mayHaveWindows) return { secondsPerStep: most, requestsPerStep: null, stability: null };
  const secondsPerStep = values["measurement-mode"] === "count_windows" ? LONGEST : most;
  return { secondsPerStep, requestsPerStep: null, stability: rule };
}

const LOOK_SECONDS = 2;

/** Length of a window. */
const lookedAt = (seconds: number) => Math.ceil(seconds / LOOK_SECONDS) * LOOK_SECONDS;

/** Windows by count last at least this long, like perf_analyzer's. */
const MIN_COUNT_SECONDS = 1;

function readStabilityRule(values: SpanValues): StabilityRule {
  const mode = values["measurement-mode"] ?? "time_windows";
  if (mode !== "time_windows" && mode !== "count_windows") {
    return wrong("--measurement-mode", mode, "time_windows or count_windows");
  }
  const isCount = mode === "count_windows";
  const interval = integer(
    "--measurement-interval",
    values["measurement-interval"] ?? "5000",
    100,
    3_600_000,
  );
  const count = integer(
    "--measurement-request-count",
    values["measurement-request-count"] ?? "50",
    1,
    10_000_000,
  );
  return {
    windowSeconds: isCount ? MIN_COUNT_SECONDS : interval / 1000,
    windowRequests: isCount ? count : 1,
    percentage: number("--stability-percentage", values["stability-percentage"] ?? "10", 0, 10_000),
    maxTrials: integer("--max-trials", values["max-trials"] ?? "10", 1, 1000),
  };
}

const MAX_AUTO_SECONDS = 10;

/** Until the server is warm, unless a length is given; 0 requests mean no warm-up. */
export function readWarmup(values: SpanValues): ExperimentPlan["warmup"] {
  const name = readChoice(values, [
    "warmup-request-count",
    "warmup-interval",
    "warmup-seconds",
    "warmup-auto",
  ]);
  const text = name === null ? "" : (values[name as keyof SpanValues] as string);
  switch (name) {
    case "warmup-request-count":
      return { kind: "requests", count: integer(`--${name}`, text, 0, 10_000_000) };
    case "warmup-interval":
      return { kind: "fixed", seconds: integer(`--${name}`, text, 0, 600_000) / 1000 };
    case "warmup-seconds":
      return { kind: "fixed", seconds: number(`--${name}`, text, 0, 600) };
    case "warmup-auto":
      return { kind: "auto", mostSeconds: number(`--${name}`, text, 0.1, 600) };
    default:
      return { kind: "auto", mostSeconds: MAX_AUTO_SECONDS };
  }
}
