import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { MessageChannel } from "node:worker_threads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BRIDGE_CONNECT } from "../../../main/contract/rpc/bridge.ts";
import { createClient, messagePortTransport } from "../../../main/contract/rpc/index.ts";
import { build } from "../../../scripts/build.ts";
import { root } from "../../../scripts/process.ts";
import { app, BrowserWindow, ipcMain, protocol } from "../testing/electron.ts";

vi.mock("electron", () => import("../testing/electron.ts"));

let directory: string;
const { argv } = process;

beforeEach(async () => {
  await build("renderer", () => {});
  await build("programs", () => {});
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-main-"));
  process.argv = ["electron", root, `--data-dir=${directory}`];
  app.getAppPath = () => root;
});
afterEach(() => {
  process.argv = argv;
  fs.rmSync(directory, { recursive: true });
});

test("the bundled main process serves the page, and its host answers on the page's port", async () => {
  await import(path.join(root, "dist/programs/main.js"));
  await vi.waitFor(() => expect(BrowserWindow.windows).toHaveLength(1));
  const serve = protocol.handle.mock.lastCall?.[1] as (request: Request) => Promise<Response>;
  const page = await serve(new Request("batchdeck://console/"));
  expect(await page.text()).toContain('<div id="root">');

  const { port1, port2 } = new MessageChannel();
  const senderFrame = { url: "batchdeck://console/", parent: null };
  ipcMain.emit(BRIDGE_CONNECT, { senderFrame, ports: [port2] });
  const client = createClient(() => messagePortTransport(port1));
  expect(await client.request("host.info", {})).toMatchObject({ dataDirectory: directory });

  const ready = Promise.withResolvers<string[]>();
  client.subscribe(
    "telemetry.overview",
    { serverId: "embedded" },
    {
      event: ({ models }) => {
        const names = models.filter(({ state }) => state === "READY").map(({ name }) => name);
        if (names.length === 4) ready.resolve(names.sort());
      },
    },
  );
  expect(await ready.promise).toEqual(["cnn_small", "mlp", "ranker", "text_encoder"]);
  client.close();

  app.emit("will-quit", { preventDefault: () => {} });
  await vi.waitFor(() => expect(app.quit).toHaveBeenCalled(), 10_000);
}, 120_000);
