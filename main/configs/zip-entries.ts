import path from "node:path";
import { fromFileError } from "../../base/file-error.ts";
import type { ZipEntry } from "../downloads/index.ts";
import type { ExportedModel } from "./export-models.ts";
import { listFiles, type ModelFile } from "./model-tree.ts";

const CONFIG = "config.pbtxt";

/** The models' files by their path in a repository, with `chooseText` in place of config.pbtxt unless it is null. */
export async function listEntries(
  models: readonly ExportedModel[],
  chooseText: (model: string) => Promise<string | null>,
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  for (const { name: model, repository } of models) {
    const files = await listFiles(repository, model).catch((error) => {
      throw fromFileError(error, path.join(repository, model));
    });
    const text = await chooseText(model);
    const kept = files.filter((each) => !(text !== null && each.name === CONFIG));
    entries.push(...kept.filter((each) => isNeeded(each, files)).map(makeEntry(repository)));
    if (text !== null)
      entries.push({ path: `${model}/${CONFIG}`, content: { kind: "text", text } });
  }
  return entries;
}

/** Folders are implied by their files; an empty one has its own entry. */
function isNeeded({ isFolder, name }: ModelFile, files: readonly ModelFile[]): boolean {
  const above = name === "" ? "" : name + path.sep;
  return !isFolder || !files.some((each) => each.name !== name && each.name.startsWith(above));
}

function makeEntry(repository: string) {
  return ({ model, name, isFolder, bytes, modified, executable }: ModelFile): ZipEntry => ({
    path: [model, ...name.split(path.sep)].filter((part) => part !== "").join("/"),
    content: isFolder
      ? { kind: "folder" }
      : { kind: "file", file: path.join(repository, model, name), bytes },
    modified,
    executable,
  });
}
