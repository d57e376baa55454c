import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Starts a host in a process of its own and prints, after its start and after contexts were read, whether the library was loaded. */
const program = (directory: string) => `
  import { registerHooks } from "node:module";
  let loaded = false;
  registerHooks({
    load(url, context, next) {
      if (url.includes("/@kubernetes/client-node/")) loaded = true;
      return next(url, context);
    },
  });
  const url = (file) => new URL(file, ${JSON.stringify(new URL("../", import.meta.url).href)});
  const { createHost } = await import(url("host.ts"));
  const host = await createHost({
    version: "test",
    dataDirectory: ${JSON.stringify(path.join(directory, "data"))},
    modelRepository: ${JSON.stringify(directory)},
    entries: { engine: url("../engine/process.ts"), generator: url("lab/generator/process.ts") },
    capabilities: { embeddedEngine: true, openFolder: false, revealFile: false, download: false },
    log: () => {},
  });
  console.log("started", loaded);
  await host.close();
  const { listContexts } = await import(url("kubernetes/access/credentials.ts"));
  await listContexts("/nowhere").catch(() => {});
  console.log("used", loaded);
`;

it("[K8S-10] the client library is loaded with the first cluster, not with the host", async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-lazy-"));
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    program(directory),
  ]);
  fs.rmSync(directory, { recursive: true, force: true });
  expect(stdout.trim().split("\n")).toEqual(["started false", "used true"]);
}, 60_000);
