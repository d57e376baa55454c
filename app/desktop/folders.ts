import fs from "node:fs";
import path from "node:path";
import { app } from "electron";
import { fromFileError } from "../../base/file-error.ts";
import { readDesktopFlags } from "./flags.ts";

/** Paths and settings from the command line, before the host starts. */
export interface Folders {
  readonly data: string;
  readonly modelRepositories: readonly string[];
  /** Whether to fill the model repository with the sample models. */
  readonly samples: boolean;
  /** See HostOptions. */
  readonly openControl: boolean;
  /** See HostOptions. */
  readonly backendConfig: readonly string[];
  /** The built pages. */
  readonly pages: string;
}

/**
 * Determines all folders, from the command line or the system's defaults. Electron's own files are
 * in the data directory: there is one instance per data directory. Throws a StatusError if it can't
 * be created.
 */
export function settleFolders(argv: readonly string[], cwd: string): Folders {
  const flags = readDesktopFlags(argv.slice(app.isPackaged ? 1 : 2), cwd);
  const data = flags.dataDirectory ?? app.getPath("userData");
  const browser = path.join(data, "browser");
  try {
    fs.mkdirSync(browser, { recursive: true });
  } catch (error) {
    throw fromFileError(error, browser);
  }
  app.setPath("userData", data);
  app.setPath("sessionData", browser);
  const samples = flags.modelRepositories.length === 0;
  return {
    data,
    modelRepositories: samples ? [path.join(data, "models")] : flags.modelRepositories,
    samples,
    openControl: flags.openControl,
    backendConfig: flags.backendConfig,
    pages: path.join(app.getAppPath(), "dist", "renderer"),
  };
}
