import { EventEmitter } from "node:events";
import type { MessagePort } from "node:worker_threads";
import { vi } from "vitest";

type Act = () => void;

/**
 * Replaces Electron where its binary is unavailable: `vi.mock("electron", () =>
 * import("./testing/electron.ts"))`. Records calls and emits the events of a test.
 */
export const paths = new Map([["userData", "/unset"]]);

export const app = Object.assign(new EventEmitter(), {
  name: "Batchdeck",
  isPackaged: false,
  getPath: (name: string) => paths.get(name),
  setPath: (name: string, path: string) => void paths.set(name, path),
  getAppPath: (): string => "/application",
  getVersion: () => "1.2.3",
  whenReady: async () => {},
  enableSandbox: vi.fn<Act>(),
  setAppUserModelId: vi.fn<(id: string) => void>(),
  requestSingleInstanceLock: vi.fn<() => boolean>(() => true),
  quit: vi.fn<Act>(),
  exit: vi.fn<(code: number) => void>(),
});

export class WebContents extends EventEmitter {
  readonly reload = vi.fn<Act>();
  readonly setWindowOpenHandler = vi.fn<(handler: (asked: { url: string }) => object) => void>();
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
  readonly show = vi.fn<Act>();
  readonly focus = vi.fn<Act>();
  readonly restore = vi.fn<Act>();
  readonly maximize = vi.fn<Act>();
  readonly destroy = vi.fn<Act>();
  readonly loadURL = vi.fn<(url: string) => Promise<void>>(async () => {});
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
export const ipcRenderer = {
  postMessage: vi.fn<(words: string, data: null, ports: MessagePort[]) => void>(),
};
export const contextBridge = { exposeInMainWorld: vi.fn<(name: string, value: unknown) => void>() };
export const dialog = {
  showErrorBox: vi.fn<(title: string, text: string) => void>(),
  showMessageBox: vi.fn<() => Promise<{ response: number }>>(async () => ({ response: 0 })),
};
export const shell = {
  openExternal: vi.fn<(url: string) => Promise<void>>(async () => {}),
  openPath: vi.fn<(path: string) => Promise<string>>(async () => ""),
};
type Backend = "basic_text" | "gnome_libsecret";

/** Encodes in Base64; the prefix is Chromium's. */
export const safeStorage = {
  isAsyncEncryptionAvailable: vi.fn<() => Promise<boolean>>(async () => true),
  getSelectedStorageBackend: vi.fn<() => Backend>(() => "gnome_libsecret"),
  encryptStringAsync: vi.fn<(text: string) => Promise<Buffer>>(async (text) =>
    Buffer.from(`v11${Buffer.from(text).toString("base64")}`),
  ),
  decryptStringAsync: async (sealed: Buffer) => ({
    shouldReEncrypt: false,
    result: Buffer.from(sealed.toString().slice(3), "base64").toString(),
  }),
};
export const Menu = {
  buildFromTemplate: vi.fn<(template: unknown) => unknown>((template) => template),
  setApplicationMenu: vi.fn<(menu: unknown) => void>(),
};
export const protocol = {
  registerSchemesAsPrivileged: vi.fn<(schemes: object[]) => void>(),
  handle: vi.fn<(scheme: string, serve: unknown) => void>(),
};
type Request = (
  contents: WebContents,
  permission: string,
  answer: (granted: boolean) => void,
) => void;
type Check = (contents: WebContents | null, permission: string, origin: string) => boolean;
export const session = {
  defaultSession: {
    setPermissionRequestHandler: vi.fn<(handler: Request) => void>(),
    setPermissionCheckHandler: vi.fn<(handler: Check) => void>(),
    setDevicePermissionHandler: vi.fn<(handler: () => boolean) => void>(),
  },
};
