import fs from "node:fs/promises";
import path from "node:path";
import { externalDataProblem } from "../../engine/onnx-file/external-data.ts";
import { StatusError } from "../../base/status-error.ts";
import type { Dependent, ModelFile, modelFileRequests, OnnxReport } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/index.ts";
import type { ModelKey } from "./config-store.ts";
import { findDependents, readSteps, type RepositoryFinder } from "./dependents.ts";
import { modelFileIn } from "./model-folder.ts";
import { type HeldModel, holdModel, type ModelSources } from "./model-source.ts";
import { readOnnxFile } from "./onnx-cache.ts";
import type { OnnxContent } from "./onnx-file.ts";

interface ModelFilesOptions extends ModelSources {
  readonly servers: ServerDirectory;
}

/** Reads model files, and which ensembles use a model. */
export function modelFileHandlers({
  servers,
  ...sources
}: ModelFilesOptions): DomainHandlers<keyof typeof modelFileRequests> {
  const { findRepository } = sources;
  const lookInto = async ({ serverId, model }: ModelKey, version: string | null) => {
    const server = servers.get(serverId);
    const key = { serverId: server.id, model };
    let held: HeldModel | null;
    try {
      held = await holdModel(sources, key, version === null ? "newest" : { version });
    } catch (thrown) {
      // Of a folder, a missing model is a mistake of the request.
      if (findRepository(server.id, model) !== null) throw thrown;
      return without(StatusError.from(thrown).message);
    }
    if (held === null)
      return without(
        `The console does not see the files of ${server.status.name}, so the model file itself cannot be looked into.`,
      );
    try {
      return await lookIntoModel(held, version);
    } finally {
      held.release();
    }
  };
  return {
    requests: {
      "models.file": ({ version, ...key }) => lookInto(key, version),
      "models.dependents": ({ serverId, model }, signal) =>
        countUses(servers.get(serverId), (each) => findRepository(serverId, each), model, signal),
    },
    topics: {},
  };
}

function without(reason: string): ModelFile {
  return { versions: [], version: null, path: null, sizeBytes: null, report: null, reason };
}

async function lookIntoModel(held: HeldModel, wanted: string | null): Promise<ModelFile> {
  const { folder, where } = held;
  const { versions, version, path: file, name } = await modelFileIn(folder, wanted, held);
  const shown = file === null ? null : where + file.slice(folder.length);
  const found = { versions: [...versions], version, path: shown, sizeBytes: null, report: null };
  if (version === null) return { ...found, reason: "The model has no version folder." };
  if (file === null)
    return {
      ...found,
      reason: `Version ${version} has no file '${name}', the only kind read here.`,
    };
  const { size: sizeBytes } = await fs.stat(file);
  try {
    const report = await withFiles(await readOnnxFile(file), file);
    return { ...found, sizeBytes, report, reason: null };
  } catch (thrown) {
    return { ...found, sizeBytes, reason: StatusError.from(thrown).message };
  }
}

/** Adds the state of the files that it references. */
async function withFiles(
  { inputUses: _uses, defaulted: _defaulted, ...content }: OnnxContent,
  file: string,
): Promise<OnnxReport> {
  return { ...content, external: await externalFiles(content, file) };
}

/** The external files in which an ONNX file stores tensors, and whether they exist. */
export function externalFiles(
  { external }: Pick<OnnxContent, "external">,
  modelFile: string,
): Promise<OnnxReport["external"]> {
  return Promise.all(
    external.map(async ({ end, ...use }) => ({
      ...use,
      state: await checkExternalFile(modelFile, use.location, end),
    })),
  );
}

type ExternalState = OnnxReport["external"][number]["state"];

/** A file that the engine wouldn't read (OPT-3 of engine/backends/SPEC.md) isn't checked. */
async function checkExternalFile(
  modelFile: string,
  location: string,
  end: number,
): Promise<ExternalState> {
  if ((await externalDataProblem(modelFile, location)) !== undefined) return "outside";
  const file = path.resolve(path.dirname(modelFile), location);
  const stat = await fs.stat(file).catch(() => null);
  if (!stat?.isFile()) return "missing";
  return stat.size < end ? "too short" : "present";
}

/** From the files of the repository if accessible, else from the served configurations. */
async function countUses(
  server: ServerAdapter,
  findRepository: RepositoryFinder,
  model: string,
  signal: AbortSignal,
): Promise<Dependent[]> {
  const { ensembles } = await findDependents(server, findRepository, model, signal);
  return Promise.all(
    ensembles.map(async (ensemble) => {
      const models = await readSteps(server, findRepository, ensemble, signal);
      return { ensemble, steps: models.flatMap((each, step) => (each === model ? [step] : [])) };
    }),
  );
}
