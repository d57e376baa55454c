interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** The operations add, remove and test of RFC 6902 on members of objects, as the API server applies them to custom resources. */
export function applyJsonPatch(object: object, patch: readonly unknown[]): object {
  const changed = structuredClone(object);
  for (const { op, path, value } of patch as readonly Operation[]) {
    const names = path.split("/").slice(1);
    const last = names.pop() ?? "";
    let parent = changed as Record<string, unknown>;
    for (const name of names) parent = parent[name] as Record<string, unknown>;
    if (op === "test" && parent[last] !== value) throw new Error(`the test of ${path} failed`);
    if (op === "remove") delete parent[last];
    if (op === "add") parent[last] = value;
  }
  return changed;
}
