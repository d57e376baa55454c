import { z } from "zod";
import { topic } from "./define.ts";

/** A .zip that can be fetched with one GET of `path`, once and within a minute. */
export const download = z.object({
  id: z.string(),
  /** Relative to the console's address. */
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
  /** Why it failed; "" where it didn't. */
  words: z.string(),
});
export type DownloadState = z.infer<typeof downloadState>;

export const downloadTopics = {
  /** Progress; null for an unknown id, and a minute after its end. */
  "downloads.state": topic(z.object({ id: z.string() }), downloadState.nullable()),
};
