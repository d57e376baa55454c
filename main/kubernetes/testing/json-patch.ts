interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** The operations add, remove and test of RFC 6902 on members and elements, as the API server applies them to custom resources. */
export function applyJsonPatch(object: object, patch: readonly unknown[]): object {
  const changed = structuredClone(object);
  for (const { op, path, value } of patch as readonly Operation[]) {
    const names = path.split("/").slice(1);
    const last = names.pop() ?? "";
    let parent: unknown = changed;
    for (const name of names) parent = (parent as Record<string, unknown>)[name];
    if (Array.isArray(parent)) applyToElement(parent, { op, path, value }, last);
    else applyToMember(parent as Record<string, unknown>, { op, path, value }, last);
  }
  return changed;
}

function applyToMember(parent: Record<string, unknown>, operation: Operation, name: string): void {
  const { op, value } = operation;
  if (op === "test" && parent[name] !== value) throw failedTest(operation);
  if (op === "remove") delete parent[name];
  if (op === "add") parent[name] = value;
}

function applyToElement(parent: unknown[], operation: Operation, index: string): void {
  const { op, value } = operation;
  const at = index === "-" ? parent.length : Number(index);
  if (op === "test" && parent[at] !== value) throw failedTest(operation);
  if (op === "remove") parent.splice(at, 1);
  if (op === "add") parent.splice(at, 0, value);
}

const failedTest = ({ path }: Operation) => new Error(`the test of ${path} failed`);
