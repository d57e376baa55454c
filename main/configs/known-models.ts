import type { ModelFileSignature } from "../../engine/config/index.ts";
import type { KnownModel } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { ConfigFile } from "./config-file.ts";
import type { RepositoryFinder } from "./dependents.ts";
import { mapConcurrent } from "../map-concurrent.ts";
import { printServedConfig } from "./active-config.ts";
import { readSignature } from "./onnx-signature.ts";

/**
 * Models as the server returns them, or as in their files if they don't serve, sorted by name. Models without either are
 * left out.
 */
export async function knownModels(
  server: ServerAdapter,
  findRepository: RepositoryFinder,
  names: Iterable<string>,
  signal?: AbortSignal,
): Promise<Map<string, KnownModel>> {
  const found = await mapConcurrent(names, (name) =>
    knownModel(server, findRepository, name, signal),
  );
  found.sort((a, b) => a.name.localeCompare(b.name, "en"));
  return new Map(found.map((each) => [each.name, each]));
}

async function knownModel(
  server: ServerAdapter,
  findRepository: RepositoryFinder,
  name: string,
  signal: AbortSignal | undefined,
): Promise<KnownModel | null> {
  const detail = await server.modelDetail(name, signal).catch(() => null);
  const text = detail?.ready ? printServedConfig(detail.config) : "";
  if (text !== "") return { name, text, signature: null, serves: true };
  const repository = findRepository(name);
  if (repository === null) return null;
  const file = await ConfigFile.of(repository, name);
  const signature = await readSignature(file.folder);
  return { name, text: (await file.read()) ?? "", signature, serves: false };
}

/** Converts to the input of {@link checkRepository}. */
export function repositoryModel({ name, text, signature }: KnownModel) {
  return { name, text, ...(signature && { signature: signature as ModelFileSignature }) };
}
