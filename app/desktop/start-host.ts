import process from "node:process";
import { app, BrowserWindow, dialog } from "electron";
import { writeSampleModels } from "../../assets/sample-models/index.ts";
import { reportUncaught } from "../../base/faults.ts";
import { createHost, type Host } from "../../main/host.ts";
import type { Folders } from "./folders.ts";
import { openKeychain } from "./keychain.ts";
import { programUrl } from "./program-url.ts";

/** Creates missing sample models if wanted, then starts the host. */
export async function startHost(folders: Folders, log: (line: string) => void): Promise<Host> {
  const [first] = folders.modelRepositories;
  if (folders.samples && first !== undefined) await writeSampleModels(first);
  reportUncaught();
  const keychain = await openKeychain(process.platform).catch((error: Error) => error.message);
  return await createHost({
    version: app.getVersion(),
    dataDirectory: folders.data,
    modelRepository: folders.modelRepositories,
    modelRepositoryFixed: !folders.samples,
    openControl: folders.openControl,
    backendConfig: folders.backendConfig,
    entries: {
      engine: programUrl("./engine.js", import.meta.url),
      generator: programUrl("./generator.js", import.meta.url),
    },
    capabilities: { embeddedEngine: true, openFolder: true, revealFile: false, download: false },
    pickFolder,
    keychain,
    log,
  });
}

/** Shows the system's folder dialog. */
async function pickFolder(title: string): Promise<string | null> {
  const options = { title, properties: ["openDirectory" as const, "createDirectory" as const] };
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
}
