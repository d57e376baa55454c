// The desktop's main process: a window with the console, and its host.
import path from "node:path";
import process from "node:process";
import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, session, shell } from "electron";
import { isStoreUrl } from "../../engine/stores/store-url.ts";
import { BRIDGE_CONNECT } from "../../main/contract/rpc/bridge.ts";
import type { Host } from "../../main/host.ts";
import { acceptPage } from "./connections.ts";
import { type Folders, settleFolders } from "./folders.ts";
import { guardNavigation, guardPermissions } from "./guard.ts";
import { menuTemplate } from "./menu.ts";
import { PAGES_SCHEME } from "./navigation.ts";
import { servePages } from "./pages.ts";
import { startHost } from "./start-host.ts";
import { openWindow } from "./window.ts";

const log = (line: string) => void process.stdout.write(`${line}\n`);
// The terminal that started it may be closed; that doesn't matter.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

/**
 * The appId of electron-builder.yml: Windows only shows notifications of applications with a
 * shortcut of that id.
 */
const APP_ID = "dev.batchdeck.console";

/** Writes that must finish before the process ends. */
const writes = new Set<Promise<void>>();

function beforeReady(): void {
  app.enableSandbox();
  if (process.platform === "win32") app.setAppUserModelId(APP_ID);
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme: PAGES_SCHEME, privileges }]);
  app.on("web-contents-created", (_event, contents) => {
    guardNavigation(contents, (url) => {
      shell.openExternal(url).catch((error: Error) => log(`browser: ${error.message}`));
    });
  });
}

function showWindow(folders: Folders): void {
  const [open] = BrowserWindow.getAllWindows();
  if (open) {
    if (open.isMinimized()) open.restore();
    return open.focus();
  }
  const hold = (write: Promise<void>) => {
    const held = write.catch((error: Error) => log(`window: ${error.message}`));
    writes.add(held);
    void held.then(() => writes.delete(held));
  };
  openWindow({ stateFile: path.join(folders.data, "window.json"), hold, log });
}

function whenReady(folders: Folders, host: Promise<Host>): void {
  guardPermissions(session.defaultSession);
  protocol.handle(PAGES_SCHEME, servePages(folders.pages));
  const menu = menuTemplate({
    platform: process.platform,
    name: app.name,
    openDataDirectory: () => void shell.openPath(folders.data),
    openModelRepository: () =>
      void host.then(
        ({ modelRepositories }) => {
          for (const each of modelRepositories) if (!isStoreUrl(each)) void shell.openPath(each);
        },
        () => {},
      ),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  showWindow(folders);
  app.on("second-instance", () => showWindow(folders));
  app.on("activate", () => showWindow(folders));
}

async function close(host: Promise<Host>): Promise<void> {
  await Promise.all(writes);
  try {
    await (await host).close();
  } catch (error) {
    log(`host: ${(error as Error).message}`);
  }
}

async function main(): Promise<void> {
  const folders = settleFolders(process.argv, process.cwd());
  if (!app.requestSingleInstanceLock()) {
    log("Batchdeck is open already on this data directory; its window comes to the front.");
    return app.quit();
  }
  beforeReady();
  await app.whenReady();
  const host = startHost(folders, log);
  endAfter(() => close(host), process.platform);
  ipcMain.on(BRIDGE_CONNECT, (event) => void acceptPage(event, host));
  whenReady(folders, host);
  await host;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  dialog.showErrorBox("Batchdeck cannot start", error.message);
  app.exit(1);
});

/**
 * Lets the application quit only when `close`, started once its windows are closed, has settled.
 */
function endAfter(close: () => Promise<void>, platform: NodeJS.Platform): void {
  let state: "running" | "closing" | "closed" = "running";
  app.on("window-all-closed", () => {
    // On macOS the application stays in the dock until the user quits it.
    if (platform !== "darwin") app.quit();
  });
  app.on("will-quit", (event) => {
    if (state === "closed") return;
    event.preventDefault();
    if (state === "closing") return;
    state = "closing";
    void close().finally(() => {
      state = "closed";
      app.quit();
    });
  });
}
