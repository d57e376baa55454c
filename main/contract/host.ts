import { z } from "zod";
import { request, topic } from "./define.ts";

/** What this host can do. Pages show what is listed here and don't ask which shell they run in. */
export const hostInfo = z.object({
  version: z.string(),
  platform: z.string(),
  node: z.string(),
  cpus: z.number(),
  dataDirectory: z.string(),
  /** Folders and URLs of object stores whose models the embedded engine serves. */
  modelRepositories: z.array(z.string()),
  /** Where secrets of connections are kept; those in memory are lost when the host ends. */
  secrets: z.enum(["keychain", "memory"]),
  capabilities: z.object({
    embeddedEngine: z.boolean(),
    openFolder: z.boolean(),
    revealFile: z.boolean(),
    /** Folders can be fetched as a .zip from the address that the page came from. */
    download: z.boolean(),
  }),
});
export type HostInfo = z.infer<typeof hostInfo>;

/** Something a user should know about, kept until the host ends. */
export const hostEvent = z.object({
  id: z.number(),
  /** ms since the epoch */
  time: z.number(),
  level: z.enum(["info", "warning", "error"]),
  /** Its source: "engine", "host", "store", "lab", "configs". */
  source: z.string(),
  message: z.string(),
  /**
   * Set when the event belongs on charts: load, unload, configuration change, restart, experiment, alert, and a
   * server that is lost or answers. Without `serverId` on those of every server, without `model` on those of every model.
   */
  mark: z
    .object({
      kind: z.enum(["load", "config", "restart", "experiment", "alert", "connection"]),
      serverId: z.string().optional(),
      model: z.string().optional(),
    })
    .optional(),
});
export type HostEvent = z.infer<typeof hostEvent>;

export const settings = z.object({
  theme: z.enum(["system", "light", "dark"]),
  /** Remembered state of the console: pane sizes, last page. */
  ui: z.record(z.string(), z.unknown()),
});
export type Settings = z.infer<typeof settings>;

const none = z.object({});

export const hostRequests = {
  "host.info": request(none, hostInfo),
  "settings.get": request(none, settings),
  "settings.set": request(settings.partial(), settings),
  /**
   * Lets the embedded engine serve the models of another repository in place of all that are open, or in addition to them (`keepOpen`), from now on
   * and after the next start, on the same ports. It finishes what it has accepted. Resolves when it serves; rejects where the
   * repository can't be served, and then serves what it did. `folder`: an absolute path on the host's machine, or the
   * URL of an object store.
   */
  "host.openRepository": request(
    z.object({ folder: z.string().max(4096), keepOpen: z.boolean().optional() }),
    hostInfo,
  ),
  /** Stops serving one of several open repositories, likewise. FAILED_PRECONDITION for the only one. */
  "host.closeRepository": request(z.object({ folder: z.string().max(4096) }), hostInfo),
  /** Opens a folder dialog, where the host can (capabilities.openFolder); null: none was chosen. */
  "host.pickFolder": request(
    z.object({ title: z.string() }),
    z.object({ folder: z.string().nullable() }),
  ),
  /** The last lines of the engine's own output, oldest first. */
  "host.engineLog": request(none, z.array(z.string())),
};

export const hostTopics = {
  /** First the events so far, then one array with each new event. */
  "host.events": topic(none, z.array(hostEvent)),
};
