import { useMemo } from "react";
import type { ServedRepository, ServerStatus } from "../../main/contract/index.ts";
import { useRequest } from "./requests.ts";
import { useObserved } from "./topics.ts";

/** Where a model comes from. */
export interface ModelRepository {
  /** The folder's name; the path or URL where several repositories have that name. */
  readonly name: string;
  /** Path or URL. */
  readonly repository: string;
}

/** The repository of each model of the embedded engine; null if there's only one, or for another server. */
export function useModelRepositories(
  server: ServerStatus | null | undefined,
): ReadonlyMap<string, ModelRepository> | null {
  const isEmbedded = server?.kind === "embedded";
  const { data: info } = useRequest("host.info", {}, { enabled: isEmbedded });
  const several = isEmbedded && (info?.modelRepositories.length ?? 0) > 1;
  const models = useObserved(several ? server.id : undefined)?.models;
  const { data } = useRequest(
    "repositories.served",
    {},
    { enabled: several, isComplete: (served) => hasAll(served, models ?? []) },
  );
  return useMemo(() => (several && data ? byModel(data) : null), [several, data]);
}

/** A model in several repositories, which serves from none of them, is in none here. */
export function byModel(served: readonly ServedRepository[]): Map<string, ModelRepository> {
  const names = served.map(({ repository }) => lastPart(repository));
  const found = new Map<string, ModelRepository>();
  const twice = new Set<string>();
  served.forEach(({ repository, models }, index) => {
    const isUnique = names.filter((each) => each === names[index]).length === 1;
    const name = isUnique ? (names[index] as string) : repository;
    for (const model of models) {
      if (found.has(model)) twice.add(model);
      found.set(model, { name, repository });
    }
  });
  for (const model of twice) found.delete(model);
  return found;
}

/** False once a model was added that the list doesn't have yet. */
function hasAll(
  served: readonly ServedRepository[],
  models: readonly { readonly name: string }[],
): boolean {
  const known = new Set(served.flatMap((each) => each.models));
  return models.every(({ name }) => known.has(name));
}

const lastPart = (repository: string) =>
  repository.split(/[/\\]/).findLast((part) => part !== "") ?? repository;
