import { z } from "zod";
import { changeProbe, probeOptions } from "./change-probes.ts";
import { request, topic } from "./define.ts";
import { download } from "./downloads.ts";
import { stoppedModel } from "./servers.ts";

/** Where a text is stored: in config.pbtxt, or only on the server as an override. */
export const configPlace = z.enum(["file", "server"]);
export type ConfigPlace = z.infer<typeof configPlace>;

/** A configuration that served, or that was found on the server. */
export const configRevision = z.object({
  id: z.number(),
  /** ms since the epoch */
  time: z.number(),
  text: z.string(),
  note: z.string(),
  /** Origin: found on the server, applied from the editor, or reverted to. */
  origin: z.enum(["found", "applied", "reverted"]),
  place: configPlace,
  /** The system user who applied it, e.g. "ada@workstation"; "" where it was found. */
  author: z.string(),
  /** As `ConfigState.etag` while it was active. */
  etag: z.string(),
});
export type ConfigRevision = z.infer<typeof configRevision>;

/** One field that differs between two configurations; null where it is not set. */
export const fieldChange = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type FieldChange = z.infer<typeof fieldChange>;

const tensor = z.object({
  name: z.string(),
  data_type: z.string(),
  /** −1 is a dynamic dimension. */
  shape: z.array(z.number()),
});
const signature = z.object({ inputs: z.array(tensor), outputs: z.array(tensor) });

/** As `ModelFiles` of the engine has it. */
const modelFiles = z.object({
  versions: z
    .array(
      z.object({
        version: z.string(),
        names: z.array(z.string()).readonly(),
        signature: signature.exactOptional(),
        fault: z.string().exactOptional(),
      }),
    )
    .readonly(),
  others: z.array(z.string()).readonly(),
});

export const configState = z.object({
  serverId: z.string(),
  model: z.string(),
  /**
   * The text active: of config.pbtxt, or of an override that serves in its place. Where the file is out of reach,
   * what was applied last, or the server's configuration as text. "" where there is nothing to show.
   */
  text: z.string(),
  /** Of config.pbtxt, or its URL in a store; "" where it is out of reach. */
  path: z.string(),
  /** Where config.pbtxt is in an object store; null in a folder. */
  store: z
    .object({
      /** The URL of the model repository. */
      repository: z.string(),
      url: z.string(),
      bucket: z.string(),
      key: z.string(),
      /** Whether the person allows writing to the repository; `path` is "" where not. */
      writable: z.boolean(),
      /** Why the store can't be read, so that `text` is as it was read last or as it serves. */
      problem: z.string().nullable(),
    })
    .nullable(),
  /** Whether config.pbtxt exists there; the server completes a model without one from its model file. */
  hasFile: z.boolean(),
  /** Changes with the active text; returned on apply, so that a change made elsewhere is not overwritten. */
  etag: z.string(),
  /** The text of config.pbtxt while an override serves in its place; else null. */
  overriddenFile: z.string().nullable(),
  /** The server's own configuration, completed, as text; null while it reports none. */
  served: z.string().nullable(),
  /** Why the server does not answer, so that this is the last known state; null while it answers. */
  unreachable: z.string().nullable(),
  draft: z.object({ text: z.string(), baseEtag: z.string(), savedAt: z.number() }).nullable(),
  /** The model file's own inputs and outputs, for checks in the editor; null where unknown. */
  signature: signature.nullable(),
  /** The content of the model's folder, versions oldest first; null where the host can't read it. */
  files: modelFiles.nullable(),
  /** Newest first. */
  history: z.array(configRevision),
});
export type ConfigState = z.infer<typeof configState>;

/** What the server serves, compared with the text it was given. */
export const readBack = z.object({
  /** Fields with another value than given. */
  changed: z.array(fieldChange),
  /** Fields that the server filled in. */
  completed: z.array(fieldChange),
});
export type ReadBack = z.infer<typeof readBack>;

export const appliedConfig = configState.extend({
  /** Null where the server could not be read after the load. */
  readBack: readBack.nullable(),
  /** Other models, such as ensembles, that stopped serving because of the load. */
  stopped: z.array(stoppedModel),
  /** What was sent meanwhile and how it ended; left out where no probe was asked for. */
  probe: changeProbe.exactOptional(),
});
export type AppliedConfig = z.infer<typeof appliedConfig>;

/**
 * `none`: what serves stays as it is. `in-place`: instances or versions change while the model serves on; statistics
 * continue. `reload`: the model is replaced while the old one serves, and its statistics are reset. `load`: it does not
 * serve yet. `refused`: the server takes no loads by call. `unknown`: the text does not parse, or nothing answers.
 */
export const effectKind = z.enum(["none", "in-place", "reload", "load", "refused", "unknown"]);
export type EffectKind = z.infer<typeof effectKind>;

export const ensembleChanges = z.object({
  /** Errors of ensembles that the change would cause, in the server's words. */
  refused: z.array(z.object({ ensemble: z.string(), message: z.string(), serves: z.boolean() })),
  /** Models that don't serve and whose files the host can't read: they may be ensembles over it. */
  unjudged: z.array(z.string()),
});
export type EnsembleChanges = z.infer<typeof ensembleChanges>;

export const configEffect = z.object({
  kind: effectKind,
  /** A sentence; where rejected, the server's words. */
  reason: z.string(),
  changes: z.array(fieldChange),
  /** Ensembles on the server that use the model, directly or through others. */
  dependents: z.array(z.string()),
  ensembles: ensembleChanges,
  /** Whether only comments, order or spacing differ. */
  sameMeaning: z.boolean(),
  /** The text that was active for this preview, and its etag. */
  before: z.object({ text: z.string(), etag: z.string() }),
});
export type ConfigEffect = z.infer<typeof configEffect>;

/** The caller's own name for an export, under which its progress is reported. */
export const exportId = z.string().min(1).max(100);

export const exportProgress = z.object({
  /** Models in object stores are downloaded first. */
  phase: z.enum(["downloading", "copying"]),
  /** The model being downloaded or copied. */
  model: z.string(),
  bytes: z.number(),
  totalBytes: z.number(),
});
export type ExportProgress = z.infer<typeof exportProgress>;

/** A model as the server reports it, or as its files do where it does not serve. */
export const knownModel = z.object({
  name: z.string(),
  text: z.string(),
  /** From its model file, where the text leaves it out. */
  signature: signature.nullable(),
  serves: z.boolean(),
});
export type KnownModel = z.infer<typeof knownModel>;

const model = z.object({ serverId: z.string(), model: z.string() });

export const configRequests = {
  "configs.get": request(model, configState),
  /**
   * `over` is the `savedAt` of the draft that this one continues from, null where there was none. ABORTED, with the
   * draft that is there in `details.draft`, when another window saved one since; left out, it is saved whatever
   * there is.
   */
  "configs.saveDraft": request(
    model.extend({
      text: z.string(),
      baseEtag: z.string(),
      over: z.number().nullable().optional(),
    }),
    z.object({ savedAt: z.number() }),
  ),
  /** With `over`, a draft that another window saved since is kept. */
  "configs.discardDraft": request(
    model.extend({ over: z.number().nullable().optional() }),
    z.object({}),
  ),
  /** What applying `text` would do on this server. */
  "configs.effect": request(model.extend({ text: z.string() }), configEffect),
  /** The other known models of the server, by name. */
  "configs.others": request(model, z.array(knownModel)),
  /**
   * Loads `text` as an override; with place "file", when the model serves with it, config.pbtxt is written, atomically.
   * Errors: INVALID_ARGUMENT with details.findings for text that cannot be right; ABORTED when what is active
   * changed since `baseEtag`; the server's own error when it would not load. A failure changes nothing and keeps the
   * draft. With `over`, as in "configs.saveDraft", a draft that is another's stays.
   */
  "configs.apply": request(
    model.extend({
      text: z.string(),
      baseEtag: z.string(),
      note: z.string(),
      /** Absent: the file where the host can write it, otherwise the server; never a file in an object store. */
      place: configPlace.optional(),
      over: z.number().nullable().optional(),
      /** Requests that are sent meanwhile; the answer waits for their result. */
      probe: probeOptions.nullable().optional(),
    }),
    appliedConfig,
  ),
  /** Applies the text of an earlier revision the same way, in the place that is active; in a store as an override, unless `place` names the file. */
  "configs.revert": request(
    model.extend({
      revisionId: z.number(),
      place: z.literal("file").optional(),
      probe: probeOptions.nullable().optional(),
    }),
    appliedConfig,
  ),
  /**
   * Copies models with their files to `folder`, a repository that a server can be started on; giving up the request
   * ends it and leaves nothing behind.
   * Errors: ALREADY_EXISTS with details.models where some are there and `overwrite` is not set.
   */
  "configs.export": request(
    z.object({
      serverId: z.string(),
      id: exportId,
      /** Empty: all. */
      models: z.array(z.string()).max(10_000),
      folder: z.string(),
      overwrite: z.boolean(),
      /** With drafts in place of active configurations. */
      drafts: z.boolean(),
    }),
    z.object({ folder: z.string(), models: z.array(z.string()), bytes: z.number() }),
  ),
  /** The same as a .zip to fetch, where the host hands out downloads. Errors: RESOURCE_EXHAUSTED where it is too large. */
  "configs.download": request(
    z.object({
      serverId: z.string(),
      id: exportId.optional(),
      /** Empty: all. */
      models: z.array(z.string()).max(10_000),
      drafts: z.boolean(),
    }),
    download,
  ),
};

export const configTopics = {
  /** Progress of an export, a .zip's and a deployment's too; null before it begins and after its end. */
  "configs.exportProgress": topic(z.object({ id: z.string() }), exportProgress.nullable()),
};
