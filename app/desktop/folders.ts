import fs from "node:fs";
import path from "node:path";
import { app } from "electron";
import { fromFileError } from "../../base/file-error.ts";
import { readDesktopFlags } from "./flags.ts";

/** What the command line settles before the host starts. */
export interface Folders {
  readonly data: string;
  readonly modelRepository: string;
  /** Whether the model repository is ours to fill with the sample models. */
  readonly samples: boolean;
  /** As HostOptions. */
  readonly openControl: boolean;
  /** As HostOptions. */
  readonly backendConfig: readonly string[];
  /** The built pages. */
  readonly pages: string;
}

/**
 * Settles where everything lies, from the command line or the system's custom. Electron's own files go with the
 * data directory, so that there is one instance for each. Throws a StatusError when it cannot be made.
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
  return {
    data,
    modelRepository: flags.modelRepository ?? path.join(data, "models"),
    samples: flags.modelRepository === null,
    openControl: flags.openControl,
    backendConfig: flags.backendConfig,
    pages: path.join(app.getAppPath(), "dist", "renderer"),
  };
}
