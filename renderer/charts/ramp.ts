/**
 * The nth colour of a sequential scale, from the paper's towards the ink's: faint is little in both themes. A
 * colour for CSS; the first is told apart from the ground.
 */
export function rampColor(index: number, count: number): string {
  const share = count > 1 ? index / (count - 1) : 1;
  const turn = 0.6;
  return share <= turn
    ? mix("chart-1", "surface", 0.24 + (share / turn) * 0.76)
    : mix("ink", "chart-1", ((share - turn) / (1 - turn)) * 0.72);
}

function mix(color: string, into: string, share: number): string {
  return `color-mix(in oklab, var(--color-${color}) ${Math.round(share * 100)}%, var(--color-${into}))`;
}
