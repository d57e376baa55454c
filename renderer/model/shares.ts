/** Weights as entered, by version. */
export type Weights = Readonly<Record<string, string>>;

/** The share 0..1 of each version, or the error in the weights. */
export function readShares(
  weights: Weights,
): { shares: Record<string, number>; error: null } | { shares: null; error: string } {
  const numbers: [string, number][] = Object.entries(weights).map(([version, text]) => [
    version,
    text.trim() === "" ? 0 : Number(text),
  ]);
  for (const [version, weight] of numbers) {
    if (!Number.isFinite(weight) || weight < 0) {
      const error = `The weight of version ${version} is “${weights[version]}”; it must be a number of at least 0.`;
      return { shares: null, error };
    }
  }
  const total = numbers.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0)
    return { shares: null, error: "At least one version needs a weight above 0 to take traffic." };
  return {
    shares: Object.fromEntries(numbers.map(([version, weight]) => [version, weight / total])),
    error: null,
  };
}
