/**
 * At most `maxPoints` groups of intervals, times ascending. Their grid of seconds starts at the epoch, so that points
 * stay where they are when the window moves on.
 */
export function toSlots<T extends { readonly t: number }>(
  intervals: readonly T[],
  maxPoints: number,
): (readonly T[])[] {
  if (intervals.length <= maxPoints) return intervals.map((each) => [each]);
  if (maxPoints === 1) return [intervals];
  const span = (intervals.at(-1)?.t ?? 0) - (intervals[0]?.t ?? 0);
  // Wherever a window of this span starts, it touches at most `maxPoints` slots of this width.
  const width = Math.max(1000, Math.ceil(span / (maxPoints - 1) / 1000) * 1000);
  return [...Map.groupBy(intervals, ({ t }) => Math.floor(t / width)).values()];
}
