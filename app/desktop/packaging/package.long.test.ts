import { type ChildProcess, execFile, spawn } from "node:child_process";
import fs from "node:fs";
import { builtinModules } from "node:module";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeSampleModels } from "../../../assets/sample-models/index.ts";
import { LoadGenerator } from "../../../main/lab/index.ts";
import { runSpec, trafficSpec } from "../../../main/lab/testing/run-spec.ts";
import { build } from "../../../scripts/build.ts";
import { findImports } from "../../../scripts/check-deps.ts";
import { root } from "../../../scripts/process.ts";
import { listAsar, type PackagedFile } from "./asar.ts";

/**
 * A stand-in for Electron with the right folder structure; the real one isn't available everywhere.
 */
function stubRuntime(folder: string): string {
  fs.mkdirSync(path.join(folder, "resources"), { recursive: true });
  for (const name of ["electron", "chrome-sandbox", "LICENSE", "LICENSES.chromium.html"])
    fs.writeFileSync(path.join(folder, name), "", { mode: 0o755 });
  return folder;
}

describe.skipIf(process.platform !== "linux")("the desktop package", () => {
  let folder: string;
  let resources: string;
  let files: PackagedFile[];
  const unpacked = (...parts: string[]) => path.join(resources, "app.asar.unpacked", ...parts);

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-package-"));
    await build("renderer", () => {});
    await build("programs", () => {});
    await promisify(execFile)(
      path.join(root, "node_modules/.bin/electron-builder"),
      [
        "--dir",
        "--publish=never",
        `-c.directories.output=${folder}`,
        `-c.electronDist=${stubRuntime(path.join(folder, "runtime"))}`,
      ],
      { cwd: root },
    );
    const platformFolder =
      process.arch === "x64" ? "linux-unpacked" : `linux-${process.arch}-unpacked`;
    resources = path.join(folder, platformFolder, "resources");
    files = listAsar(path.join(resources, "app.asar"));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  it("contains the pages, every program, and the preload script", () => {
    const paths = files.map(({ path }) => path);
    for (const name of [
      "package.json",
      "dist/renderer/index.html",
      "dist/programs/main.js",
      "dist/programs/preload.cjs",
      "dist/programs/engine.js",
      "dist/programs/generator.js",
      "dist/programs/generator-ticker.js",
      "dist/programs/generator-probe.js",
      "dist/programs/onnxruntime-host.js",
      "dist/programs/onnxruntime-worker.js",
    ])
      expect(paths).toContain(name);
  });

  it("contains everything that its programs import", () => {
    const programs = files.filter(({ path }) => /^dist\/programs\/.*\.js$/.test(path));
    const imported = programs.flatMap(({ path: name }) =>
      findImports(name, fs.readFileSync(unpacked(name), "utf8")).map(({ specifier }) => specifier),
    );
    const packages = new Set(
      imported.filter(
        (name) =>
          !name.startsWith(".") && !name.startsWith("node:") && !builtinModules.includes(name),
      ),
    );
    expect([...packages].sort()).toEqual(["electron", "onnxruntime-node"]);
    const local = [...new Set(imported.filter((name) => name.startsWith("./")))];
    expect(local.filter((name) => !fs.existsSync(unpacked("dist/programs", name)))).toEqual([]);
  });

  it("keeps programs and native libraries outside the archive", () => {
    const inside = files.filter(({ unpacked }) => !unpacked).map(({ path }) => path);
    const started = /\.(node|dll|dylib)$|\.so(\.|$)|^dist\/programs\//;
    expect(inside.filter((name) => started.test(name))).toEqual([]);
    const outside = files.filter(({ unpacked }) => unpacked).map(({ path }) => path);
    expect(outside.filter((name) => !fs.existsSync(unpacked(name)))).toEqual([]);
  });

  it("contains only this platform's part of onnxruntime", () => {
    const native = files.map(({ path }) => path).filter((name) => name.endsWith(".node"));
    expect(native).toEqual([
      `node_modules/onnxruntime-node/bin/napi-v6/linux/${process.arch}/onnxruntime_binding.node`,
    ]);
  });

  it("serves a sample model, and measures it, with its own engine and load generator", async () => {
    const models = path.join(folder, "models");
    await writeSampleModels(models);
    const { child, http } = await startEngine(unpacked("dist/programs/engine.js"), models);
    try {
      const answer = await fetch(`http://${http}/v2/models/mlp/infer`, {
        method: "POST",
        body: JSON.stringify({
          inputs: [{ name: "x", datatype: "FP32", shape: [1, 128], data: Array(128).fill(0.5) }],
        }),
      });
      const { outputs } = (await answer.json()) as { outputs: { shape: number[] }[] };
      expect(outputs[0]!.shape).toEqual([1, 10]);

      using generator = new LoadGenerator(pathToFileURL(unpacked("dist/programs/generator.js")));
      const inputs = [{ name: "x", datatype: "FP32" as const, shape: [1, 128] }];
      const spec = runSpec(http, { traffic: [trafficSpec({ inputs })] });
      const { successes, failures } = await generator.run(spec).result;
      expect(failures).toEqual([]);
      expect(successes).toBeGreaterThan(0);
    } finally {
      child.kill("SIGTERM");
    }
    expect(await ended(child)).toBe(0);
  });
});

/** Starts a packaged engine with plain Node; resolves when it serves, with its HTTP address. */
async function startEngine(
  program: string,
  models: string,
): Promise<{ child: ChildProcess; http: string }> {
  const child = spawn(
    process.execPath,
    [
      program,
      `--model-repository=${models}`,
      ...["http", "grpc", "metrics"].map((p) => `--${p}-port=0`),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const http = /^Ready: .* http (\S+)/.exec(line)?.[1];
    if (http !== undefined) return { child, http };
  }
  throw new Error(`The packaged engine ended with ${await ended(child)} before it was ready.`);
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((resolve) => child.once("exit", resolve));
}
