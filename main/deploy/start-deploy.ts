import fs from "node:fs/promises";
import path from "node:path";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ConfigService, Exports, ModelSources } from "../configs/index.ts";
import type { DeployFile, Deployment, deployRequests } from "../contract/index.ts";
import type { Downloads, ZipEntry } from "../downloads/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { atomicWriteFile } from "../store/index.ts";
import { createBundle, REPOSITORY } from "./bundle.ts";
import { type DeployedModel, findNeeds, withSteps } from "./needs.ts";

interface DeployParts extends ModelSources {
  readonly configs: Pick<ConfigService, "get">;
  readonly exports: Pick<Exports, "run" | "entries">;
  readonly downloads: Pick<Downloads, "offer">;
}

/** Writes the files that deploy models to a cluster. */
export function startDeploy({
  configs,
  exports,
  downloads,
  ...sources
}: DeployParts): DomainHandlers<keyof typeof deployRequests> {
  const readModels = async ({ serverId, models }: Deployment): Promise<DeployedModel[]> => {
    const texts = await withSteps(models, async (model) => {
      const { text } = await configs.get({ serverId, model });
      return text === "" ? null : text;
    });
    for (const name of texts.keys()) refuseOddName(name);
    const accessible = await findAccessible(sources, serverId, [...texts.keys()]);
    return [...texts].map(([name, text]) => ({ name, text, hasFiles: accessible.has(name) }));
  };
  const prepare = async (plan: Deployment) => {
    const models = await readModels(plan);
    const whole = { ...plan, models: models.map(({ name }) => name) };
    const { needs, notes } = findNeeds(whole, models);
    return { whole, models, notes, files: createBundle(whole, needs) };
  };
  let written = 0;
  return {
    requests: {
      "deploy.preview": async (plan) => {
        const { files, notes } = await prepare(plan);
        return { files, notes };
      },
      "deploy.write": async ({ deployment, id, folder, overwrite }, signal) => {
        const { whole, models, files } = await prepare(deployment);
        const { serverId } = deployment;
        const complete = models.every(({ hasFiles }) => hasFiles);
        const all = complete ? files : [...files, ...configFiles(models)];
        await refuseReplacing(folder, all, overwrite);
        const copied = complete
          ? await exports.run(
              {
                serverId,
                id: id ?? `deploy-${++written}`,
                models: whole.models,
                folder: path.join(folder, REPOSITORY),
                overwrite,
                drafts: false,
              },
              signal,
            )
          : { bytes: 0 };
        const bytes = copied.bytes + (await writeFiles(folder, all));
        return { folder: path.resolve(folder), files: all.length, bytes, complete };
      },
      "deploy.download": async ({ deployment, id }, signal) => {
        const { whole, models, files } = await prepare(deployment);
        const { serverId } = deployment;
        const complete = models.every(({ hasFiles }) => hasFiles);
        const all = complete ? files : [...files, ...configFiles(models)];
        const copied = complete
          ? await exports.entries({ serverId, id, models: whole.models, drafts: false }, signal)
          : { entries: [], release: () => {} };
        const entries = [...all.map(textEntry), ...copied.entries.map(inRepository)];
        return downloads.offer(deployment.name, entries, copied.release);
      },
    },
    topics: {},
  };
}

/** Those whose files are on this machine or in an object store. Throws one sentence for a store that can't be read. */
async function findAccessible(
  { findRepository, storedModels }: ModelSources,
  serverId: string,
  models: readonly string[],
): Promise<Set<string>> {
  const isLocal = (model: string) => findRepository(serverId, model) !== null;
  const stores = models.every(isLocal) ? null : (storedModels?.(serverId) ?? null);
  const stored = (await stores?.list()) ?? [];
  return new Set(models.filter((model) => isLocal(model) || stored.includes(model)));
}

/** Rejects names that aren't safe as folder names, since the server provides the names of an ensemble's steps. */
function refuseOddName(name: string): void {
  if (!/[/\\\p{Cc}]/u.test(name) && name !== "." && name !== "..") return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `The model name ${JSON.stringify(name)} cannot be a folder's; names have no '/', '\\' and line breaks.`,
    { details: { field: "models" } },
  );
}

const textEntry = ({ path, text }: DeployFile): ZipEntry => ({
  path,
  content: { kind: "text", text },
});

const inRepository = (entry: ZipEntry): ZipEntry => ({
  ...entry,
  path: `${REPOSITORY}/${entry.path}`,
});

function configFiles(models: readonly DeployedModel[]): DeployFile[] {
  return models.flatMap(({ name, text }) =>
    text === null ? [] : [{ path: `${REPOSITORY}/${name}/config.pbtxt`, text }],
  );
}

/** Throws INVALID_ARGUMENT for a relative path, ALREADY_EXISTS with the names that would be replaced. */
async function refuseReplacing(
  folder: string,
  files: readonly DeployFile[],
  overwrite: boolean,
): Promise<void> {
  if (!path.isAbsolute(folder))
    throw new StatusError(
      "INVALID_ARGUMENT",
      `The folder '${folder}' must be an absolute path, beginning at the root of the file system.`,
      { details: { field: "folder" } },
    );
  if (overwrite) return;
  const exists = (file: string) =>
    fs.stat(path.join(folder, file)).then(
      () => true,
      () => false,
    );
  const there: string[] = [];
  for (const { path: file } of files) if (await exists(file)) there.push(file);
  if (there.length > 0)
    throw new StatusError("ALREADY_EXISTS", `In '${folder}' there is ${there.join(", ")} already.`);
}

/** Writes each file completely or not at all. Resolves with the number of bytes. */
async function writeFiles(folder: string, files: readonly DeployFile[]): Promise<number> {
  let bytes = 0;
  for (const { path: file, text } of files) {
    const target = path.join(folder, file);
    try {
      await fs.mkdir(path.dirname(target), { recursive: true });
    } catch (error) {
      throw fromFileError(error, path.dirname(target));
    }
    await atomicWriteFile(target, text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}
