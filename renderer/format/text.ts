import { formatCount } from "./numbers.ts";

/** A number with its noun: 1 item, 12 items. Fractions are many. */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(number)} ${number === 1 ? noun : nouns}`;
}
