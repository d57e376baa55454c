import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StatusError } from "../../base/status-error.ts";
import { fromFileError } from "../../base/file-error.ts";
import { listFiles, type ModelFile } from "./model-tree.ts";

export interface ExportedModel {
  readonly name: string;
  readonly repository: string;
}

export interface ExportPlan {
  readonly models: readonly ExportedModel[];
  /** Absolute; created if missing. */
  readonly folder: string;
  readonly overwrite: boolean;
  /** The text to write as config.pbtxt; null keeps the file's. */
  readonly chooseText: (model: string) => Promise<string | null>;
}

export interface ExportSink {
  readonly signal: AbortSignal;
  /** Called with the bytes copied so far. */
  progress(model: string, bytes: number, totalBytes: number): void;
}

/**
 * Copies models into `folder` as a repository. They are copied to a temporary folder next to it and moved when all are
 * complete; after a failure or cancellation the previous content is unchanged. Follows links and skips hidden files next
 * to config.pbtxt. Resolves with the number of copied bytes.
 */
export async function exportModels(plan: ExportPlan, sink: ExportSink): Promise<number> {
  const { models, folder } = plan;
  await checkTarget(plan);
  for (const repository of new Set(models.map((each) => each.repository)))
    await refuseOverlap(repository, folder);
  const files = await Promise.all(
    models.map(async ({ name, repository }) => ({
      repository,
      files: await listFiles(repository, name),
    })),
  );
  const made = await makeFolder(folder);
  const staging = path.join(folder, `.batchdeck-export-${randomBytes(6).toString("hex")}`);
  try {
    await fs.mkdir(staging);
    const bytes = await copyAll(plan, files, staging, sink);
    sink.signal.throwIfAborted();
    await moveInto(plan, staging);
    await fs.rm(staging, { recursive: true, force: true });
    return bytes;
  } catch (error) {
    await fs.rm(staging, { recursive: true, force: true }).catch(() => {});
    if (made) await fs.rmdir(folder).catch(() => {});
    if (sink.signal.aborted) throw new StatusError("CANCELLED", "The export was cancelled.");
    throw fromFileError(error, folder);
  }
}

async function refuseOverlap(repository: string, folder: string): Promise<void> {
  const [from, to] = await Promise.all([realPath(repository), realPath(folder)]);
  if (isInside(from, to) || isInside(to, from))
    throw new StatusError(
      "INVALID_ARGUMENT",
      `'${folder}' and the repository '${repository}' are nested; choose a folder outside the repository.`,
    );
}

/** The real path of the deepest existing parent, with the rest appended. */
async function realPath(file: string): Promise<string> {
  const resolved = path.resolve(file);
  const parent = path.dirname(resolved);
  const real = await fs.realpath(resolved).catch(() => null);
  if (real !== null || parent === resolved) return real ?? resolved;
  return path.join(await realPath(parent), path.basename(resolved));
}

function isInside(folder: string, inner: string): boolean {
  const relative = path.relative(folder, inner);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

/** Throws INVALID_ARGUMENT for a relative path, and ALREADY_EXISTS with the models that are there unless `overwrite` is set. */
export async function checkTarget({
  folder,
  models,
  overwrite,
}: Pick<ExportPlan, "folder" | "overwrite"> & {
  readonly models: readonly { readonly name: string }[];
}): Promise<void> {
  if (!path.isAbsolute(folder))
    throw new StatusError(
      "INVALID_ARGUMENT",
      `The folder '${folder}' must be an absolute path, beginning at the root of the file system.`,
    );
  if (overwrite) return;
  const there = new Set(await fs.readdir(folder).catch(() => []));
  const taken = models.map(({ name }) => name).filter((name) => there.has(name));
  if (taken.length > 0) throw alreadyThere(folder, taken);
}

function alreadyThere(folder: string, models: readonly string[]): StatusError {
  return new StatusError(
    "ALREADY_EXISTS",
    `'${folder}' already has ${models.map((model) => `'${model}'`).join(", ")}; nothing was written.`,
    { details: { models } },
  );
}

/** Whether it had to be created. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    return (await fs.mkdir(folder, { recursive: true })) !== undefined;
  } catch (error) {
    throw fromFileError(error, folder);
  }
}

async function copyAll(
  { chooseText, models }: ExportPlan,
  found: readonly { readonly repository: string; readonly files: readonly ModelFile[] }[],
  staging: string,
  sink: ExportSink,
): Promise<number> {
  const files = found.flatMap(({ repository, files }) =>
    files.map((file) => ({ ...file, repository })),
  );
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { repository, model, name, isFolder, executable } of files) {
    sink.signal.throwIfAborted();
    const target = path.join(staging, model, name);
    if (isFolder) {
      await fs.mkdir(target, { recursive: true });
      continue;
    }
    await fs.mkdir(path.dirname(target), { recursive: true });
    const mode = executable ? 0o777 : 0o666;
    const onBytes = (bytes: number) => {
      done += bytes;
      sink.progress(model, done, totalBytes);
    };
    const from = path.join(repository, model, name);
    await copyFile(from, target, { mode, signal: sink.signal, onBytes });
  }
  for (const { name: model } of models) {
    const text = await chooseText(model);
    if (text !== null) await fs.writeFile(path.join(staging, model, "config.pbtxt"), text);
  }
  return done;
}

interface CopyOptions {
  /** Permission bits. */
  readonly mode: number;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

async function copyFile(
  from: string,
  to: string,
  { mode, signal, onBytes }: CopyOptions,
): Promise<void> {
  const count = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      onBytes(chunk.length);
      next(null, chunk);
    },
  });
  const large = { highWaterMark: 1 << 20 };
  await pipeline(
    createReadStream(from, large),
    count,
    createWriteStream(to, { ...large, mode, flags: "wx", flush: true }),
    { signal },
  );
}

/** Moves complete models to their places. Restores what was replaced if a later move fails. */
async function moveInto(plan: ExportPlan, staging: string): Promise<void> {
  const { folder, models, overwrite } = plan;
  const moved: { readonly place: string; readonly replaced: string | null }[] = [];
  try {
    for (const { name: model } of models) {
      const place = path.join(folder, model);
      const old = path.join(staging, `.replaced-${moved.length}`);
      const replaced = await fs.rename(place, old).then(
        () => old,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return null;
          throw error;
        },
      );
      moved.push({ place, replaced });
      if (replaced !== null && !overwrite) throw alreadyThere(folder, [model]);
      await fs.rename(path.join(staging, model), place);
    }
  } catch (error) {
    for (const { place, replaced } of moved.toReversed()) {
      await fs.rm(place, { recursive: true, force: true }).catch(() => {});
      if (replaced !== null) await fs.rename(replaced, place);
    }
    throw error;
  }
}
