import { UsageError } from "./command.ts";
import { integer, number, wrong } from "./measure-values.ts";

/** Steps of one run; a plan holds no more. */
const MOST_STEPS = 64;

export interface RangeKind {
  readonly flag: string;
  readonly one: (text: string) => number;
  readonly example: string;
}

export const concurrencies: RangeKind = {
  flag: "--concurrency-range",
  one: (text) => integer("--concurrency-range", text, 1, 4096),
  example: "1:8:1",
};

export const rates: RangeKind = {
  flag: "--request-rate-range",
  one: (text) => number("--request-rate-range", text, 0.01, 1_000_000),
  example: "100:500:100",
};

interface Range {
  readonly start: number;
  /** Null where it is open: up to the latency threshold. */
  readonly end: number | null;
  readonly step: number;
  readonly hasEnd: boolean;
  readonly hasStep: boolean;
}

function rangeOf({ flag, one, example }: RangeKind, text: string): Range {
  const [start, end, step, ...more] = text.split(":");
  if (start === undefined || more.length > 0) {
    wrong(flag, text, `START:END:STEP, such as ${example}`);
  }
  const first = one(start as string);
  const isOpen = end !== undefined && /^0+(\.0*)?$/.test(end);
  const last = end === undefined ? first : isOpen ? null : one(end);
  if (last !== null && last < first) {
    throw new UsageError(
      `${flag} is '${text}'; its end ${last} must not be below its start ${first}.`,
    );
  }
  return {
    start: first,
    end: last,
    step: step === undefined ? 1 : one(step),
    hasEnd: end !== undefined,
    hasStep: step !== undefined,
  };
}

/** START, START:END, START:END:STEP, or a list such as 1,8,32. An end of 0 needs a threshold, at which the run ends. */
export function loadsOf(kind: RangeKind, text: string, hasThreshold: boolean): number[] {
  if (text.includes(",")) return limited(kind, text, text.split(",").map(kind.one));
  const { start, end, step } = rangeOf(kind, text);
  if (end === null && !hasThreshold) {
    throw new UsageError(
      `${kind.flag} is '${text}': an end of 0 goes up to the latency threshold; give --latency-threshold.`,
    );
  }
  if (end === null)
    return Array.from({ length: MOST_STEPS }, (_, i) => start + i * step).filter(isLoad(kind));
  const count = Math.floor((end - start) / step + 1e-9) + 1;
  if (count > MOST_STEPS) return limited(kind, text, { length: count });
  return Array.from({ length: count }, (_, i) => start + i * step);
}

/** Both ends of what a search covers, and how near its result is to be, as a share. */
export function searchOf(kind: RangeKind, text: string, precision: number | null) {
  const { start, end, step, hasEnd, hasStep } = rangeOf(kind, text);
  if (!hasEnd || end === null) {
    throw new UsageError(
      `${kind.flag} is '${text}', but --binary-search needs both ends, such as ${kind.example.split(":").slice(0, 2).join(":")}.`,
    );
  }
  const fromStep = hasStep ? Math.min(0.5, Math.max(0.01, step / end)) : 0.05;
  return { kind: "search" as const, least: start, most: end, precision: precision ?? fromStep };
}

function limited(kind: RangeKind, text: string, values: ArrayLike<number>): number[] {
  if (values.length <= MOST_STEPS) return Array.from(values);
  return wrong(
    kind.flag,
    text,
    `of at most ${MOST_STEPS} loads, and these are ${values.length}: take a larger step`,
  );
}

const isLoad = (kind: RangeKind) => (value: number) =>
  value <= (kind === concurrencies ? 4096 : 1_000_000);
