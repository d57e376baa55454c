import { EventEmitter } from "node:events";
import { vi } from "vitest";

/**
 * Stands in for Electron where its binary is not to be had: `vi.mock("electron", () => import("./testing/electron.ts"))`.
 * It keeps what it was told and emits what a test says.
 */
export const paths = new Map([["userData", "/unset"]]);

export const app = Object.assign(new EventEmitter(), {
  name: "Batchdeck",
  isPackaged: false,
  getPath: (name: string) => paths.get(name),
  setPath: (name: string, path: string) => void paths.set(name, path),
  getAppPath: () => "/application",
  getVersion: () => "1.2.3",
  whenReady: async () => {},
  enableSandbox: vi.fn(),
  requestSingleInstanceLock: vi.fn(() => true),
  quit: vi.fn(),
  exit: vi.fn(),
});

export class WebContents extends EventEmitter {
  readonly reload = vi.fn();
  readonly setWindowOpenHandler = vi.fn();
  url = "batchdeck://console/";
  getURL(): string {
    return this.url;
  }
}

export class BrowserWindow extends EventEmitter {
  static windows: BrowserWindow[] = [];
  static getAllWindows(): BrowserWindow[] {
    return BrowserWindow.windows;
  }
  readonly options: Readonly<Record<string, unknown>>;
  readonly webContents = new WebContents();
  readonly show = vi.fn();
  readonly focus = vi.fn();
  readonly restore = vi.fn();
  readonly maximize = vi.fn();
  readonly destroy = vi.fn();
  readonly loadURL = vi.fn(async () => {});
  minimized = false;

  constructor(options: Readonly<Record<string, unknown>>) {
    super();
    this.options = options;
    BrowserWindow.windows.push(this);
    app.emit("web-contents-created", {}, this.webContents);
  }
  isDestroyed = () => false;
  isMinimized = () => this.minimized;
  isMaximized = () => true;
  getNormalBounds = () => ({ x: 10, y: 20, width: 1000, height: 700 });
}

const display = { workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };
export const ipcMain = new EventEmitter();
export const ipcRenderer = { postMessage: vi.fn() };
export const contextBridge = { exposeInMainWorld: vi.fn() };
export const dialog = {
  showErrorBox: vi.fn(),
  showMessageBox: vi.fn(async () => ({ response: 0 })),
};
export const shell = { openExternal: vi.fn(async () => {}), openPath: vi.fn(async () => "") };
export const Menu = {
  buildFromTemplate: vi.fn((template: unknown) => template),
  setApplicationMenu: vi.fn(),
};
export const protocol = { registerSchemesAsPrivileged: vi.fn(), handle: vi.fn() };
export const session = {
  defaultSession: {
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
  },
};
