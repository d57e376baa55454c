import type { TextEdit } from "../../../engine/config/index.ts";

/** The single edit that turns one text into another, without their common start and end; null if they are equal. */
export function replacement(before: string, after: string): TextEdit | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return {
    from: head,
    to: before.length - tail,
    insert: after.slice(head, after.length - tail),
  };
}
