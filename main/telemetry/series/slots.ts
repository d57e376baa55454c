/**
 * At most `maxPoints` groups of intervals, times ascending. The grid of seconds that they are put together on begins at the
 * epoch, so that a window that moves on does not make the points before it dance.
 */
export function slotsOf<T extends { readonly t: number }>(
  intervals: readonly T[],
  maxPoints: number,
): (readonly T[])[] {
  if (intervals.length <= maxPoints) return intervals.map((each) => [each]);
  if (maxPoints === 1) return [intervals];
  const span = (intervals.at(-1)?.t ?? 0) - (intervals[0]?.t ?? 0);
  // Wherever a window of this span begins, it touches at most `maxPoints` slots of this width.
  const width = Math.max(1000, Math.ceil(span / (maxPoints - 1) / 1000) * 1000);
  return [...Map.groupBy(intervals, ({ t }) => Math.floor(t / width)).values()];
}
