import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { beforeEach, expect, test, vi } from "vitest";
import { BRIDGE_CONNECT } from "../../main/contract/rpc/bridge.ts";
import type { Host } from "../../main/host.ts";

vi.mock("../../main/host.ts", () => ({ createHost: vi.fn<() => void>() }));
vi.mock("../../assets/sample-models/index.ts", () => ({
  writeSampleModels: vi.fn<() => Promise<string[]>>(async () => []),
}));

let directory: string;

/** Each start is that of a new process. */
function fresh(): void {
  vi.resetModules();
  vi.doMock("electron", () => import("./testing/electron.ts"));
}

beforeEach(() => {
  fresh();
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-desktop-"));
  const { argv } = process;
  process.argv = ["electron", "/application", `--data-dir=${directory}`];
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const err = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return () => {
    process.argv = argv;
    out.mockRestore();
    err.mockRestore();
    fs.rmSync(directory, { recursive: true });
  };
});

/** Starts the main process; `host` is the result of starting the host. */
async function start(host: () => Promise<object>) {
  const electron = await import("./testing/electron.ts");
  const { createHost } = await import("../../main/host.ts");
  vi.mocked(createHost)
    .mockReset()
    .mockImplementation(host as never);
  const { writeSampleModels } = await import("../../assets/sample-models/index.ts");
  vi.mocked(writeSampleModels).mockClear();
  await import("./main.ts");
  await new Promise(setImmediate);
  return { ...electron, createHost: vi.mocked(createHost), writeSampleModels };
}

const runningHost = () => ({
  modelRepositories: ["/models-of-today"],
  handle: vi.fn<Host["handle"]>(),
  close: vi.fn<Host["close"]>(async () => {}),
});

test("the window is isolated, sandboxed, and without Node", async () => {
  const { BrowserWindow, app } = await start(async () => runningHost());
  const [window] = BrowserWindow.windows;
  expect(window!.options["webPreferences"]).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
    preload: expect.stringMatching(/preload\.cjs$/),
  });
  expect(app.enableSandbox).toHaveBeenCalled();
  expect(window!.loadURL).toHaveBeenCalledWith("batchdeck://console/");
  expect(window!.webContents.setWindowOpenHandler).toHaveBeenCalled();
});

test("the host uses the data directory and creates sample models there", async () => {
  const { createHost, writeSampleModels, paths } = await start(async () => runningHost());
  expect(createHost.mock.lastCall?.[0]).toMatchObject({
    version: "1.2.3",
    dataDirectory: directory,
    modelRepository: [path.join(directory, "models")],
  });
  expect(writeSampleModels).toHaveBeenCalledWith(path.join(directory, "models"));
  expect(paths.get("userData")).toBe(directory);
  expect(paths.get("sessionData")).toBe(path.join(directory, "browser"));
});

test("a given model repository is used unchanged", async () => {
  process.argv.push("--model-repository=/models");
  const { createHost, writeSampleModels } = await start(async () => runningHost());
  expect(createHost.mock.lastCall?.[0].modelRepository).toEqual(["/models"]);
  expect(writeSampleModels).not.toHaveBeenCalled();
});

test("a page's port goes to the host", async () => {
  const host = runningHost();
  const { ipcMain } = await start(async () => host);
  const senderFrame = { url: "batchdeck://console/", parent: null };
  ipcMain.emit(BRIDGE_CONNECT, { senderFrame, ports: [{ on: () => {}, close: () => {} }] });
  await vi.waitFor(() => expect(host.handle).toHaveBeenCalledOnce());
});

test("the menu opens the active model repository, not the initial one", async () => {
  const { Menu, shell } = await start(async () => runningHost());
  const template = Menu.buildFromTemplate.mock.lastCall?.[0] as {
    label?: string;
    submenu?: { label?: string; click?: () => void }[];
  }[];
  const items = template.flatMap(({ submenu = [] }) => submenu);
  items.find(({ label }) => label === "Open &Model Repository")?.click?.();
  await vi.waitFor(() => expect(shell.openPath).toHaveBeenCalledWith("/models-of-today"));
});

test("a second instance focuses the first one's window and exits", async () => {
  const { app, BrowserWindow } = await start(async () => runningHost());
  BrowserWindow.windows[0]!.minimized = true;
  app.emit("second-instance");
  expect(BrowserWindow.windows).toHaveLength(1);
  expect(BrowserWindow.windows[0]!.restore).toHaveBeenCalled();
  expect(BrowserWindow.windows[0]!.focus).toHaveBeenCalled();

  fresh();
  const second = await import("./testing/electron.ts");
  second.app.requestSingleInstanceLock.mockReturnValue(false);
  const { createHost } = await start(async () => runningHost());
  expect(second.app.quit).toHaveBeenCalled();
  expect(createHost).not.toHaveBeenCalled();
});

test("it exits only after the window's state is written and the host has closed", async () => {
  const closing = Promise.withResolvers<void>();
  const host = { ...runningHost(), close: vi.fn<Host["close"]>(() => closing.promise) };
  const { app, BrowserWindow } = await start(async () => host);
  BrowserWindow.windows[0]!.emit("close");
  app.emit("window-all-closed");
  expect(app.quit).toHaveBeenCalledTimes(1);

  const preventDefault = vi.fn<() => void>();
  app.emit("will-quit", { preventDefault });
  app.emit("will-quit", { preventDefault });
  expect(preventDefault).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(host.close).toHaveBeenCalledOnce());
  expect(JSON.parse(fs.readFileSync(path.join(directory, "window.json"), "utf8"))).toMatchObject({
    bounds: { x: 10, y: 20, width: 1000, height: 700 },
    maximized: true,
  });
  expect(app.quit).toHaveBeenCalledTimes(1);

  closing.resolve();
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalledTimes(2));
  app.emit("will-quit", { preventDefault });
  expect(preventDefault).toHaveBeenCalledTimes(2);
});

test("a host that cannot start is reported in a dialog and ends the application", async () => {
  const { app, dialog } = await start(() => Promise.reject(new Error("The disk is full.")));
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(1));
  expect(dialog.showErrorBox).toHaveBeenCalledWith("Batchdeck cannot start", "The disk is full.");
});

test("a data directory that can't be created is reported in a dialog", async () => {
  fs.writeFileSync(path.join(directory, "file"), "");
  process.argv = ["electron", "/application", `--data-dir=${path.join(directory, "file", "x")}`];
  const { app, dialog, createHost } = await start(async () => runningHost());
  await vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(1));
  expect(dialog.showErrorBox.mock.lastCall?.at(1)).toContain(path.join(directory, "file", "x"));
  expect(createHost).not.toHaveBeenCalled();
});

test("on Windows it has the packaged application's id, which notifications require", async () => {
  const { platform } = process;
  Object.defineProperty(process, "platform", { value: "win32" });
  try {
    const { app } = await start(async () => runningHost());
    const packaged = fs.readFileSync(
      new URL("../../electron-builder.yml", import.meta.url),
      "utf8",
    );
    const [id] = app.setAppUserModelId.mock.lastCall ?? [];
    expect(packaged).toContain(`appId: ${id}\n`);
  } finally {
    Object.defineProperty(process, "platform", { value: platform });
  }
});

test("a page that crashed is reloaded when the user wants it", async () => {
  const { BrowserWindow, dialog } = await start(async () => runningHost());
  const window = BrowserWindow.windows[0]!;
  window.webContents.emit("render-process-gone", {}, { reason: "clean-exit" });
  expect(dialog.showMessageBox).not.toHaveBeenCalled();
  window.webContents.emit("render-process-gone", {}, { reason: "oom" });
  await vi.waitFor(() => expect(window.webContents.reload).toHaveBeenCalledOnce());
  dialog.showMessageBox.mockResolvedValueOnce({ response: 1 });
  window.webContents.emit("render-process-gone", {}, { reason: "crashed" });
  await vi.waitFor(() => expect(window.destroy).toHaveBeenCalledOnce());
});
