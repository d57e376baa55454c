import { ConfigFile } from "./config-file.ts";
import type { ModelKey } from "./config-store.ts";

/** Versions whose files are needed. */
export type VersionChoice = "newest" | "all" | { readonly version: string };

/** A model's files on this machine: in its repository, or downloaded from a store and kept until they are released. */
export interface HeldModel {
  readonly folder: string;
  /** The folder as shown to people: its URL in a store. */
  readonly where: string;
  /** All of the model's, newest first; null: those in the folder. */
  readonly versions: readonly string[] | null;
  /** Changes whenever a file does; null: the time of the file says so. */
  readonly stamp: string | null;
  release(): void;
}

/** Models in the object stores that a server serves. Throws one sentence for what can't be read. */
export interface StoredModels {
  /** `onBytes` receives how many of the versions' bytes there are so far. */
  hold(
    model: string,
    versions: VersionChoice,
    onBytes?: (bytes: number) => void,
  ): Promise<HeldModel>;
  /** Total size in bytes of the versions; null without one. Downloads nothing. */
  bytes(model: string, versions: "newest" | "all"): Promise<number | null>;
  /** Names. */
  list(): Promise<string[]>;
}

export interface ModelSources {
  /** The local repository of a server that has the model; null if it isn't on this machine. */
  readonly findRepository: (serverId: string, model: string) => string | null;
  /** Null: the console can't access the model files of a server that aren't on this machine. */
  readonly storedModels?: (serverId: string) => StoredModels | null;
}

/** Null if the console can't access the server's files. Throws NOT_FOUND if the repository has no such model. */
export async function holdModel(
  { findRepository, storedModels }: ModelSources,
  { serverId, model }: ModelKey,
  versions: VersionChoice,
): Promise<HeldModel | null> {
  const repository = findRepository(serverId, model);
  if (repository === null) return (await storedModels?.(serverId)?.hold(model, versions)) ?? null;
  const { folder } = await ConfigFile.of(repository, model);
  return { folder, where: folder, versions: null, stamp: null, release: () => {} };
}
