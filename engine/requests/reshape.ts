/**
 * A tensor's dims as the other side of a `reshape` sees them: a configuration's reshape has as many variable
 * dims as `dims` has, and the n-th of one side stands for the n-th of the other.
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
