import type { Finding, ParsedConfig } from "../../../engine/config/index.ts";
import { rangeOfNode } from "../../../engine/config/tree.ts";

/** Findings by the path, as text, of the innermost value that contains each. */
export function findingsByPath(
  { locations }: ParsedConfig,
  findings: readonly Finding[],
): ReadonlyMap<string, readonly Finding[]> {
  const places = [...locations].map(([path, { field, value }]) => ({
    path,
    ...rangeOfNode(path.endsWith("]") && value ? value : field),
  }));
  const found = new Map<string, Finding[]>();
  for (const finding of findings) {
    let innermost: (typeof places)[number] | undefined;
    for (const place of places) {
      if (place.from > finding.from || place.to < finding.to) continue;
      const inside = !innermost || place.to - place.from <= innermost.to - innermost.from;
      if (inside) innermost = place;
    }
    const path = innermost?.path ?? "";
    found.set(path, [...(found.get(path) ?? []), finding]);
  }
  return found;
}

/** Findings of a field and of the elements of its list. */
export function findingsForField(
  found: ReadonlyMap<string, readonly Finding[]>,
  path: string,
): readonly Finding[] {
  const own = found.get(path) ?? [];
  const isElement = (key: string) =>
    key.startsWith(path) && /^\[\d+\]$/.test(key.slice(path.length));
  const inner = [...found].filter(([key]) => isElement(key)).flatMap(([, list]) => list);
  return inner.length === 0 ? own : [...own, ...inner];
}
