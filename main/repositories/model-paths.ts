import fs from "node:fs/promises";
import path from "node:path";

export const CONFIG = "config.pbtxt";

/** A model on disk whose configuration is read. */
export interface ModelPath {
  /** Its config.pbtxt, beginning as the path was given. */
  readonly file: string;
  readonly folder: string;
  readonly name: string;
  /** The file itself was named: it may be all there is of the model. */
  readonly isFile?: boolean;
}

/** The folders of a repository, by name: a server takes each of them for a model. */
export async function modelsIn(repository: string): Promise<ModelPath[]> {
  const names = (await fs.readdir(repository)).filter((name) => !name.startsWith("."));
  const models = await Promise.all(names.map((name) => findModel(repository, name)));
  return models
    .filter((model) => model !== undefined)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

async function findModel(repository: string, name: string): Promise<ModelPath | undefined> {
  const model = modelPath(repository, name);
  const stat = await fs.stat(model.folder).catch(() => undefined);
  return stat?.isDirectory() ? model : undefined;
}

export function modelPath(repository: string, name: string): ModelPath {
  const folder = path.resolve(repository, name);
  return { file: path.join(repository, name, CONFIG), folder, name };
}
