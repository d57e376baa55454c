import { fileURLToPath } from "node:url";
import { BrowserWindow, dialog, screen } from "electron";
import { PAGES_ORIGIN } from "./navigation.ts";
import { MINIMUM, readWindowState, windowBounds, writeWindowState } from "./window-state.ts";

export interface WindowOptions {
  /** File for its size and position. */
  readonly stateFile: string;
  /** Registers a write that must finish before the process ends. */
  readonly hold: (write: Promise<void>) => void;
  readonly log: (line: string) => void;
}

/** Opens the console's window at its last position. */
export function openWindow({ stateFile, hold, log }: WindowOptions): BrowserWindow {
  const state = readWindowState(stateFile);
  const workAreas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(
    ({ workArea }) => workArea,
  );
  const window = new BrowserWindow({
    ...windowBounds(state, workAreas),
    minWidth: MINIMUM.width,
    minHeight: MINIMUM.height,
    title: "Batchdeck",
    show: false,
    webPreferences: {
      preload: fileURLToPath(new URL("./preload.cjs", import.meta.url)),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  window.once("ready-to-show", () => {
    if (state?.maximized) window.maximize();
    window.show();
  });
  window.on("close", () => {
    const last = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    hold(writeWindowState(stateFile, last));
  });
  offerReloadAfterCrash(window, log);
  window.loadURL(`${PAGES_ORIGIN}/`).catch((error: Error) => log(`window: ${error.message}`));
  return window;
}

function offerReloadAfterCrash(window: BrowserWindow, log: (line: string) => void): void {
  window.webContents.on("render-process-gone", (_event, { reason }) => {
    if (reason === "clean-exit" || window.isDestroyed()) return;
    log(`window: the page's process ended (${reason})`);
    void offerReload(window, reason);
  });
}

async function offerReload(window: BrowserWindow, reason: string): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: "error",
    message: "The console's page has stopped.",
    detail: `Its process ended (${reason}). The engine goes on, and nothing saved is lost.`,
    buttons: ["Reload", "Close"],
    defaultId: 0,
    cancelId: 1,
  });
  if (window.isDestroyed()) return;
  if (response === 0) window.webContents.reload();
  else window.destroy();
}
