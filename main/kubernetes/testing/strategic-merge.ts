const MERGED_BY_NAME = new Set(["containers", "env"]);

type Fields = Readonly<Record<string, unknown>>;

/**
 * A strategic merge patch as the API server applies it to what has a pod template: maps are merged, null removes a
 * field, containers and their variables are merged by their names (patchMergeKey of core/v1's PodSpec and Container), any
 * other list is replaced.
 */
export function mergeStrategically(object: unknown, patch: unknown, field = ""): unknown {
  if (Array.isArray(patch) && MERGED_BY_NAME.has(field))
    return mergeByName((object ?? []) as Fields[], patch as Fields[]);
  if (!isFields(patch)) return patch;
  const merged: Record<string, unknown> = isFields(object) ? { ...object } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergeStrategically(merged[name], value, name);
  }
  return merged;
}

function mergeByName(objects: readonly Fields[], patches: readonly Fields[]): unknown[] {
  const names = new Set(objects.map(({ name }) => name));
  const isDeleted = (patch: Fields | undefined) => patch?.["$patch"] === "delete";
  return [
    ...objects.flatMap((each) => {
      const patch = patches.find(({ name }) => name === each["name"]);
      if (isDeleted(patch)) return [];
      return [patch ? mergeStrategically(each, patch) : each];
    }),
    ...patches.filter((patch) => !names.has(patch["name"]) && !isDeleted(patch)),
  ];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
