import fs from "node:fs/promises";
import path from "node:path";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";
import { type SampleModel, sampleModels } from "./catalogue.ts";

/** Goes up when a model's file would come out different. */
const GENERATION = "3";
const MARKER = ".batchdeck-sample";

/**
 * Writes the sample repository; resolves with the names of the models it made. A folder that a user made is
 * left alone, and so is every config.pbtxt that is there. Each model appears whole or not at all. Throws a
 * StatusError when the folder can't be written.
 */
export async function writeSampleModels(directory: string): Promise<string[]> {
  const made: string[] = [];
  try {
    await fs.mkdir(directory, { recursive: true });
    await removeLeftovers(directory);
    for (const model of sampleModels) {
      const folder = path.join(directory, model.name);
      const generation = await readGeneration(folder);
      if (generation === GENERATION || generation === "foreign") continue;
      if (generation === "missing") await create(folder, model);
      else await renew(folder, model);
      made.push(model.name);
    }
  } catch (error) {
    const { code, message } = fromFileError(error, directory);
    throw new StatusError(code, `Can't write the sample models. ${message}`, { cause: error });
  }
  return made;
}

/** What the folder's marker says; "foreign" when it has none. */
async function readGeneration(folder: string): Promise<string> {
  if (!(await fs.stat(folder).catch(() => null))) return "missing";
  return fs.readFile(path.join(folder, MARKER), "utf8").catch(() => "foreign");
}

const draftPrefix = (name: string) => `.${name}-draft-`;

/** What an interrupted run left. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const entry of await fs.readdir(directory)) {
    if (sampleModels.some(({ name }) => entry.startsWith(draftPrefix(name))))
      await fs.rm(path.join(directory, entry), { recursive: true, force: true });
  }
}

async function create(folder: string, model: SampleModel): Promise<void> {
  const draft = await fs.mkdtemp(path.join(path.dirname(folder), draftPrefix(model.name)));
  try {
    await fs.mkdir(path.join(draft, "1"));
    await fs.writeFile(path.join(draft, "1", "model.onnx"), model.build());
    await fs.writeFile(path.join(draft, "config.pbtxt"), model.config);
    await fs.writeFile(path.join(draft, MARKER), GENERATION);
    await fs.chmod(draft, 0o755);
    await fs.rename(draft, folder);
  } catch (error) {
    await fs.rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Replaces the model file alone. */
async function renew(folder: string, model: SampleModel): Promise<void> {
  const file = path.join(folder, "1", "model.onnx");
  const draft = `${file}.new`;
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(draft, model.build());
  await fs.rename(draft, file);
  await fs.writeFile(path.join(folder, MARKER), GENERATION);
}
