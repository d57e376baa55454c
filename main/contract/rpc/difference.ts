/**
 * How one value made of JSON becomes another: `[]` it goes, `[value]` it is replaced, and an object says the same of
 * what is in it, by key or index, where what it does not name stays.
 */
export type Difference = readonly [] | readonly [unknown] | DifferenceWithin;
interface DifferenceWithin {
  readonly [key: string]: Difference;
}

/** Null where both are the same, undefined being as good as absent. A list that is longer or shorter than before is replaced. */
export function difference(before: unknown, after: unknown): Difference | null {
  if (Object.is(before, after)) return null;
  if (!isContainer(before) || !isContainer(after)) return [after];
  if (listLength(before) !== listLength(after)) return [after];
  const within: [string, Difference][] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [own(before, key), own(after, key)];
    const gone = is === undefined && was !== undefined;
    const here: Difference | null = gone ? [] : difference(was, is);
    if (here) within.push([key, here]);
  }
  // Not by assignment, which would treat "__proto__" as the prototype.
  return within.length > 0 ? Object.fromEntries(within) : null;
}

/** The value after a difference. Unchanged parts are the same objects as before; the former value is not modified. */
export function applyDifference(before: unknown, change: Difference): unknown {
  if (isReplacement(change)) return change[0];
  if (Array.isArray(before)) {
    const after: unknown[] = before.slice();
    for (const [index, here] of Object.entries(change))
      after[Number(index)] = applyDifference(before[Number(index)], here);
    return after;
  }
  const after = new Map(Object.entries(before as Container));
  for (const [key, here] of Object.entries(change)) {
    if (isReplacement(here) && here.length === 0) after.delete(key);
    else after.set(key, applyDifference(after.get(key), here));
  }
  return Object.fromEntries(after);
}

type Container = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

/** Null for anything but a list. */
function listLength(container: Container): number | null {
  return Array.isArray(container) ? container.length : null;
}

function own(container: Container, key: string): unknown {
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

function isReplacement(change: Difference): change is readonly [] | readonly [unknown] {
  return Array.isArray(change);
}
