/** Up to three names that are similar to the given one, closest first. */
function nearNames(written: string, names: readonly string[]): string[] {
  const limit = Math.max(2, Math.floor(written.length / 3));
  if (written.length > 64) return [];
  return names
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The closest name if one is similar enough. */
export function suggestedName(written: string, names: readonly string[]): string | undefined {
  return nearNames(written, names)[0];
}

/** `; did you mean "x"?` if a name is similar, else "". */
export function suggest(written: string, names: readonly string[]): string {
  const near = nearNames(written, names).map((name) => `"${name}"`);
  return near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
}

/** Levenshtein distance: insertions, deletions and replacements between two words. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const shifted = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, shifted));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
