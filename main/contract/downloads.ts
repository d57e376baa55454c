import { z } from "zod";
import { topic } from "./define.ts";

/** A .zip that can be fetched with one GET of `path`, once and within a minute. */
export const download = z.object({
  id: z.string(),
  /** Below the console's own address. */
  path: z.string(),
  fileName: z.string(),
  files: z.number(),
  /** Of the files in it. */
  bytes: z.number(),
});
export type Download = z.infer<typeof download>;

export const downloadState = z.object({
  state: z.enum(["offered", "sending", "sent", "failed"]),
  /** Of the files, so far. */
  bytes: z.number(),
  totalBytes: z.number(),
  /** Why it failed; else "". */
  words: z.string(),
});
export type DownloadState = z.infer<typeof downloadState>;

export const downloadTopics = {
  /** How far it is; null if there is none of this id, or its end was reported a minute ago. */
  "downloads.state": topic(z.object({ id: z.string() }), downloadState.nullable()),
};
