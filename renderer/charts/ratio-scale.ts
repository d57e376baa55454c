import type { Span } from "./samples.ts";
import type { Scale } from "./scale.ts";

/** Round changes of a few percent; between them and a factor of two, powers of two read better. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2];
const MAX_TICKS = 7;

/** Relative changes above −1 by the logarithm of their ratio: equal ratios are equally wide. */
export function ratioScale(span: Span): Scale {
  const [low, high] = [Math.log1p(span[0]), Math.log1p(span[1])];
  const length = high - low || 1;
  return {
    span,
    ticks: ticksWithin(span),
    share: (value) => (Math.log1p(Math.max(value, -1 + 1e-9)) - low) / length,
    at: (share) => Math.expm1(low + share * length),
  };
}

function ticksWithin([from, to]: Span): number[] {
  const step = STEPS.find((each) => (to - from) / each <= MAX_TICKS);
  if (step !== undefined) {
    const first = Math.ceil(from / step - 1e-9);
    const count = Math.max(0, Math.floor(to / step + 1e-9) - first + 1);
    return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(6)));
  }
  const [first, last] = [Math.log2(1 + from), Math.log2(1 + to)];
  const every = Math.max(1, Math.ceil((last - first) / MAX_TICKS));
  const powers = [];
  for (let power = Math.ceil(first / every) * every; power <= last; power += every) {
    powers.push(2 ** power - 1);
  }
  return powers;
}
