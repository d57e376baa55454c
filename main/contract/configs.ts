import { z } from "zod";
import { request } from "./define.ts";

/** A configuration that was applied and served. Revision 0 stands for the text found on disk at first sight. */
export const configRevision = z.object({
  id: z.number(),
  /** ms since the epoch */
  time: z.number(),
  text: z.string(),
  note: z.string(),
  /** How it came: found on disk, applied from the editor, or reverted to. */
  origin: z.enum(["found", "applied", "reverted"]),
});
export type ConfigRevision = z.infer<typeof configRevision>;

export const configState = z.object({
  serverId: z.string(),
  model: z.string(),
  /** Text of config.pbtxt; "" where the model has none and is completed by the server. */
  text: z.string(),
  path: z.string(),
  /** Hash of `text`, to be given back on apply so that nobody's change is overwritten unseen. */
  etag: z.string(),
  draft: z.object({ text: z.string(), baseEtag: z.string(), savedAt: z.number() }).nullable(),
  /** The model file's own inputs and outputs, for checks in the editor; null where unknown. */
  signature: z
    .object({
      inputs: z.array(
        z.object({ name: z.string(), data_type: z.string(), shape: z.array(z.number()) }),
      ),
      outputs: z.array(
        z.object({ name: z.string(), data_type: z.string(), shape: z.array(z.number()) }),
      ),
    })
    .nullable(),
  /** Newest first. */
  history: z.array(configRevision),
});
export type ConfigState = z.infer<typeof configState>;

const model = z.object({ serverId: z.string(), model: z.string() });

export const configRequests = {
  "configs.get": request(model, configState),
  "configs.saveDraft": request(
    model.extend({ text: z.string(), baseEtag: z.string() }),
    z.object({}),
  ),
  "configs.discardDraft": request(model, z.object({})),
  /**
   * Loads `text` as an override; only when the model serves with it is config.pbtxt written, atomically.
   * Errors: INVALID_ARGUMENT with details.findings for text that cannot be right; ABORTED when the file
   * changed since `baseEtag`; the server's own error when it would not load. A failure changes nothing and
   * keeps the draft.
   */
  "configs.apply": request(
    model.extend({ text: z.string(), baseEtag: z.string(), note: z.string() }),
    configState,
  ),
  /** Applies the text of an earlier revision the same way. */
  "configs.revert": request(model.extend({ revisionId: z.number() }), configState),
};
