/** A typed list of loads: "1, 8, 32", a range "1-8", or perf_analyzer's "start:end:step". */
export interface LevelRules {
  readonly whole: boolean;
  readonly least: number;
  readonly most: number;
}

const MAX_STEPS = 64;

function expanded(part: string): number[] | null {
  const range = /^([\d.]+)\s*(?:-|–|:|\.\.)\s*([\d.]+)(?:\s*:\s*([\d.]+))?$/.exec(part);
  if (!range) return /^[\d.]+$/.test(part) ? [Number(part)] : null;
  const [from, to, step] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)];
  if (!(to >= from) || !(step > 0) || (to - from) / step >= MAX_STEPS) return null;
  const steps = Math.floor((to - from) / step + 1e-9);
  return Array.from({ length: steps + 1 }, (_, index) => Number((from + index * step).toFixed(6)));
}

/** The numbers of a typed list; a sentence if it isn't one. */
export function readLevels(text: string, rules: LevelRules): number[] | string {
  const { whole, least, most } = rules;
  const found: number[] = [];
  for (const part of text
    .replaceAll(/\s*(-|–|:|\.\.)\s*/g, "$1")
    .split(/[\s,;]+/)
    .filter(Boolean)) {
    const numbers = expanded(part);
    if (!numbers) {
      return `“${part}” is neither a number nor a range such as 1-8 or 10:50:10 with at most ${MAX_STEPS} steps.`;
    }
    const wrong = numbers.find(
      (number) => number < least || number > most || (whole && !Number.isInteger(number)),
    );
    if (wrong !== undefined) {
      return `${wrong} is not a ${whole ? "whole number" : "number"} between ${least} and ${most}.`;
    }
    found.push(...numbers);
  }
  return found;
}
