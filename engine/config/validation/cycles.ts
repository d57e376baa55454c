/** Returns the names of the models that a model is composed of, as far as they are known. */
export type Composing = (name: string) => readonly string[];

/** A cycle from a model back to itself, in Triton's format; undefined without one. */
export function cycleThrough(start: string, composing: Composing): string | undefined {
  const seen = new Set<string>();
  const waiting = [start];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    if (seen.has(current)) continue;
    seen.add(current);
    const next = composing(current);
    if (next.includes(start)) {
      return `circular dependency between ensembles: ${start} -> ... -> ${current} -> ${start}`;
    }
    waiting.push(...next);
  }
  return undefined;
}
