import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeSampleModels } from "../../../assets/sample-models/index.ts";
import { modelConfig } from "../../testing/model-config.ts";
import { onnxruntimeBackend } from "./onnxruntime.ts";

const PROGRAM = fileURLToPath(new URL("./testing/webgpu-run.ts", import.meta.url));

/** Chromium's software Vulkan driver and the loader next to it. */
const DRIVER = ["/usr/lib/chromium/vk_swiftshader_icd.json"].find(existsSync);

let repository: string;

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), "batchdeck-webgpu-"));
  await writeSampleModels(repository);
});

afterAll(() => rm(repository, { recursive: true }));

const run = (environment: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [PROGRAM, join(repository, "mlp", "1")], {
    env: { ...process.env, ...environment },
    timeout: 100_000,
  });

describe("a model on WebGPU", () => {
  it.skipIf(DRIVER === undefined)(
    `[BACKEND-5][BACKEND-9] computes what the CPU computes, two instances on one thread${DRIVER ? "" : " (skipped: no software Vulkan driver; it comes with the package chromium)"}`,
    { timeout: 120_000 },
    async () => {
      const driver = DRIVER ?? "";
      const { stdout } = await run({
        VK_ICD_FILENAMES: driver,
        LD_LIBRARY_PATH: dirname(driver),
      });
      const [report = "", closed] = stdout.trim().split("\n");
      const { devices, providers, auto, expected, computed } = JSON.parse(report);
      expect(devices).toEqual([{ id: 0, provider: "webgpu", name: "webgpu device 0" }]);
      const gpu = { provider: "webgpu", kind: "KIND_GPU", deviceId: 0 };
      expect(providers).toEqual([gpu, gpu]);
      expect(auto).toBe("cpu");
      expect(computed).toHaveLength(2);
      for (const outputs of computed) {
        expect(outputs[0]).toHaveLength(40);
        for (const [i, value] of outputs[0].entries()) {
          expect(Math.abs(value - expected[0][i])).toBeLessThan(1e-5);
        }
      }
      expect(closed).toBe("closed");
    },
  );

  it.runIf(process.platform === "linux")(
    "[BACKEND-8] a machine without a GPU reports what was tried and how to install CUDA",
    async () => {
      const instance = onnxruntimeBackend.createInstance({
        name: "m_0",
        kind: "KIND_GPU",
        deviceId: 0,
        directory: join(repository, "mlp", "1"),
        config: modelConfig({
          optimization: {
            execution_accelerators: { gpu_execution_accelerator: [{ name: "cuda" }] },
          },
        }),
        instanceCount: 1,
        onLost: () => {},
      });
      await expect(instance).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.stringMatching(
          /^instance 'm_0' asks for a GPU \(KIND_GPU, device 0\), but no execution provider .*: cuda: .*Use KIND_AUTO or KIND_CPU/s,
        ),
      });
    },
  );
});
