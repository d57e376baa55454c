import { completeBackend, type ModelConfig, parseConfig } from "../../engine/config/index.ts";
import type { StoredModel, StoreRepository } from "../../engine/stores/index.ts";
import { isStoreUrl, parseStoreUrl } from "../../engine/stores/store-url.ts";
import { StatusError } from "../../base/status-error.ts";
import { MAX_REPORTED_MODELS, type RepositoryModelReport } from "../contract/index.ts";
import { mapConcurrent } from "../map-concurrent.ts";
import type { InspectedRepository } from "./inspect-repository.ts";

const TIMEOUT_MS = 30_000;

/** The normalized URL of a repository in an object store; null for what is a path. Throws INVALID_ARGUMENT. */
export function storeUrl(written: string): string | null {
  return isStoreUrl(written) ? parseStoreUrl(written).url : null;
}

/**
 * What a repository in a store holds (SPEC.md, REPO-9): its listings and configurations are read, model files are not.
 * Changes nothing.
 */
export async function inspectStore(url: string, current: string): Promise<InspectedRepository> {
  const report: InspectedRepository = {
    folder: url,
    models: [],
    modelCount: 0,
    otherEntries: 0,
    obstacle: null,
    suggestion: null,
    warnings: [],
    current: url === current,
  };
  const { Stores } = await import("../../engine/stores/index.ts");
  const stores = new Stores({}, AbortSignal.timeout(TIMEOUT_MS));
  try {
    const repository = await stores.open(url);
    const names = await repository.list();
    if (names.length === 0)
      return { ...report, obstacle: `'${url}' has no model folders. Check the path.` };
    const models = await mapConcurrent(names.slice(0, MAX_REPORTED_MODELS), (name) =>
      inspectModel(repository, name),
    );
    const withCode = models.filter(({ backend }) => backend === "python").map(({ name }) => name);
    return {
      ...report,
      models: models.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
      modelCount: names.length,
      warnings: [
        "Configurations are checked with their model files when the engine loads them. Nothing is written to the store unless you allow it: changes are applied as overrides.",
        ...(withCode.length > 0
          ? [
              `Runs Python code with your rights: ${withCode.join(", ")}. Open it only if you trust it.`,
            ]
          : []),
        ...(names.length > MAX_REPORTED_MODELS
          ? [`${names.length - MAX_REPORTED_MODELS} more models were not checked.`]
          : []),
      ],
    };
  } catch (error) {
    return { ...report, obstacle: StatusError.from(error).message };
  } finally {
    await stores.close();
  }
}

async function inspectModel(
  repository: StoreRepository,
  name: string,
): Promise<RepositoryModelReport> {
  const nothing = { name, backend: null, configuration: false, versions: [], warnings: 0 };
  let model: StoredModel;
  try {
    model = await repository.inspect(name);
  } catch (error) {
    return { ...nothing, errors: 1, problems: [StatusError.from(error).message] };
  }
  const { config, findings } = parseConfig(model.configText ?? "");
  const problems = findings
    .filter(({ severity }) => severity === "error")
    .map(({ line, message }) => `config.pbtxt line ${line}: ${message}`);
  return {
    name,
    backend: readBackend(config, model),
    configuration: model.configText !== undefined,
    versions: model.versions.map(({ version }) => version).reverse(),
    errors: problems.length,
    warnings: 0,
    problems: problems.slice(0, 5),
  };
}

function readBackend(config: ModelConfig, { name, versions }: StoredModel): string | null {
  const versionFiles = versions.at(-1)?.files ?? [];
  const { backend, platform } = completeBackend(config, { modelName: name, versionFiles });
  return backend || platform || null;
}
