import { parseConfig } from "../../engine/config/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { ConfigFile } from "./config-file.ts";
import { mapConcurrent } from "../map-concurrent.ts";

/** The local repository that has a model; null if its files can't be accessed. */
export type RepositoryFinder = (model: string) => string | null;

export interface Dependents {
  /** By name. */
  readonly ensembles: string[];
  /** Models that don't serve and whose files can't be accessed: they may be ensembles with this model. */
  readonly unknown: string[];
}

/** The ensembles of a server that are composed of `model`, also through other ensembles. */
export async function findDependents(
  server: ServerAdapter,
  findRepository: RepositoryFinder,
  model: string,
  signal?: AbortSignal,
): Promise<Dependents> {
  const index = (await server.repositoryIndex(signal)).filter(({ name }) => name !== model);
  const names = new Set(index.map(({ name }) => name));
  const serving = new Set(index.filter(({ state }) => state === "READY").map(({ name }) => name));
  const steps = await mapConcurrent(names, async (name) => ({
    name,
    uses: await readSteps(server, findRepository, name, signal),
  }));
  const found = new Set([model]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { name, uses } of steps) if (uses.some((each) => found.has(each))) found.add(name);
  }
  found.delete(model);
  const unknown = [...names].filter((name) => !serving.has(name) && findRepository(name) === null);
  return {
    ensembles: [...found].sort(),
    unknown: unknown.filter((name) => !found.has(name)).sort(),
  };
}

/** The models that a model is composed of: from its file if accessible, else from the served configuration. */
export async function readSteps(
  server: ServerAdapter,
  findRepository: RepositoryFinder,
  model: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const repository = findRepository(model);
  const scheduling =
    repository === null
      ? (await server.modelDetail(model, signal)).config?.["ensemble_scheduling"]
      : parseConfig((await (await ConfigFile.of(repository, model)).read()) ?? "").config
          .ensemble_scheduling;
  const { step } = (scheduling ?? { step: [] }) as { step?: readonly { model_name: string }[] };
  return (step ?? []).map(({ model_name }) => model_name);
}
