import { z } from "zod";
import { request } from "./define.ts";

/** One model folder of a model repository. */
export const repositoryModelReport = z.object({
  name: z.string(),
  /** "onnxruntime", "ensemble", …; null where neither configuration nor files say. */
  backend: z.string().nullable(),
  /** Whether it has a config.pbtxt; without one the engine completes the model from its file. */
  configuration: z.boolean(),
  /** Version folders, newest first. */
  versions: z.array(z.string()),
  errors: z.number(),
  warnings: z.number(),
  /** What keeps it from serving or may be unexpected; errors of its configuration first. */
  problems: z.array(z.string()),
});
export type RepositoryModelReport = z.infer<typeof repositoryModelReport>;

/** Content of a folder, before it is opened as the embedded engine's model repository. */
export const repositoryReport = z.object({
  /** Absolute and normalized; or the URL of an object store. */
  folder: z.string(),
  /** At most {@link MAX_REPORTED_MODELS}, by name. */
  models: z.array(repositoryModelReport),
  /** Total, including models left out of `models`. */
  modelCount: z.number(),
  /** Entries next to the models, such as files and hidden folders, which the engine ignores. */
  otherEntries: z.number(),
  /** Why it can't be opened; null: it can. */
  obstacle: z.string().nullable(),
  /** The folder that the user probably meant, e.g. the parent of a model's folder. */
  suggestion: z.string().nullable(),
  warnings: z.array(z.string()),
  /** It is the only one that the engine serves now. */
  current: z.boolean(),
  /** The engine serves it now, alone or with others. */
  served: z.boolean(),
  /** Those of `models` that other served repositories have too: served together, the engine loads them from neither. */
  shared: z.array(z.string()),
});
export type RepositoryReport = z.infer<typeof repositoryReport>;

export const MAX_REPORTED_MODELS = 200;

/** The models of one of the repositories that the embedded engine serves. */
export const servedRepository = z.object({
  repository: z.string(),
  models: z.array(z.string()),
  /** Why they can't be listed now; null: they can. */
  problem: z.string().nullable(),
});
export type ServedRepository = z.infer<typeof servedRepository>;

export const recentRepository = z.object({
  folder: z.string(),
  /** ms since the epoch */
  openedAt: z.number(),
  /** Why it can't be opened now; null: it is a folder that can be read. */
  missing: z.string().nullable(),
  /** Whether configurations may be written to it; null: it is a folder, to which they always are. */
  writable: z.boolean().nullable(),
  current: z.boolean(),
});
export type RecentRepository = z.infer<typeof recentRepository>;

const folder = z.object({ folder: z.string().max(4096) });

export const repositoryRequests = {
  /** Changes nothing. INVALID_ARGUMENT for what is neither an absolute path nor the URL of an object store. */
  "repositories.inspect": request(folder, repositoryReport),
  /** Those that the embedded engine serves, in its order. */
  "repositories.served": request(z.object({}), z.array(servedRepository)),
  /** Newest first, at most 10. */
  "repositories.recent": request(z.object({}), z.array(recentRepository)),
  /** Removes a folder from the list; its files are kept. */
  "repositories.forget": request(folder, z.array(recentRepository)),
  /** Allows or forbids writing config.pbtxt of models to a repository in an object store. Off by default. */
  "repositories.allowWrites": request(
    folder.extend({ allowed: z.boolean() }),
    z.array(recentRepository),
  ),
};
