interface Change {
  /** Relative: 0.5 is half as much again, −0.5 half. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** An increase that rounds to 2.0 or more is shown as a factor: "7.2×". */
const MIN_FACTOR = 1.995;

/** "7.2× (6.1–8.4×)", "−74 % (−85 to −64 %)": a relative change with its interval. */
export function formatChangeWithInterval({ value, low, high }: Change): string {
  if (1 + value >= MIN_FACTOR) {
    return `${factor(1 + value)}× (${factor(1 + low)}–${factor(1 + high)}×)`;
  }
  const digits = fractionDigits(value);
  return `${percent(value, digits)} % (${percent(low, digits)} to ${percent(high, digits)} %)`;
}

/** "7.2×", "−74 %" */
export function formatRelativeChange(value: number): string {
  return 1 + value >= MIN_FACTOR
    ? `${factor(1 + value)}×`
    : `${percent(value, fractionDigits(value))} %`;
}

/** "6.1–8.4×", "−85 to −64 %": in the same form as the change itself. */
export function formatChangeInterval({ value, low, high }: Change): string {
  if (1 + value >= MIN_FACTOR) return `${factor(1 + low)}–${factor(1 + high)}×`;
  const digits = fractionDigits(value);
  return `${percent(low, digits)} to ${percent(high, digits)} %`;
}

/** A change of a share in percentage points: "+12 points (+11 to +13)". */
export function formatPointsWithInterval({ value, low, high }: Change): string {
  const digits = fractionDigits(value);
  return `${percent(value, digits)} points (${percent(low, digits)} to ${percent(high, digits)})`;
}

function factor(ratio: number): string {
  if (ratio >= 100) return Math.round(ratio).toLocaleString("en-US");
  return ratio >= 9.95 ? ratio.toFixed(0) : ratio.toFixed(1);
}

const fractionDigits = (value: number) => (Math.abs(value) < 0.0995 ? 1 : 0);

/** With its sign. Only a complete loss is shown as −100. */
function percent(share: number, digits: number): string {
  const left = 1 + share;
  const needed = left > 0 && left < 0.005 ? Math.min(6, Math.ceil(-Math.log10(200 * left))) : 0;
  const text = Math.abs(share * 100).toFixed(Math.max(digits, needed));
  if (Number(text) === 0) return "0";
  return `${share > 0 ? "+" : "−"}${text}`;
}

/** Why invalid measurements don't matter to a result (V18). `share`: of their possible error; `loads`: where, if there are several. */
export function possibleErrorSentence(share: number, loads?: string): string {
  const where = loads === undefined ? "" : ` at ${loads}`;
  return `Measurements${where} are invalid, but their possible error of up to ${Math.ceil(share * 100)} % can't explain the difference; the intervals include it.`;
}
