/**
 * Converts a tensor's dims to the other side of a `reshape`, which has as many variable dims as
 * `dims`: the n-th of one side corresponds to the n-th of the other.
 */
export function reshapeDims(
  dims: readonly number[],
  from: readonly number[],
  to: readonly number[],
): number[] {
  const values = dims.filter((_, i) => from[i] === -1);
  let next = 0;
  return to.map((dim) => (dim === -1 ? (values[next++] ?? 1) : dim));
}
