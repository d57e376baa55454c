import { formatCount } from "./numbers.ts";

/** A number with its noun: 1 item, 12 items. Fractions take the plural. */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(number)} ${number === 1 ? noun : nouns}`;
}
