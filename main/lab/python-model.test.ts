import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import {
  isMissing,
  missingReason,
  python,
} from "../../engine/backends/python/testing/python-fixture.ts";
import type { BatchFrame, ExecutedBatch, ExperimentPlan } from "../contract/index.ts";
import { startTestHost } from "../testing/test-host.ts";

const COMPUTE_MS = 5;

const config = `backend: "python"
max_batch_size: 8
input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
instance_group { count: 2 kind: KIND_CPU }
dynamic_batching { }
`;
const code = `import os
import time
import triton_python_backend_utils as pb_utils

class TritonPythonModel:
    def execute(self, requests):
        time.sleep(${COMPUTE_MS / 1000})
        return [
            pb_utils.InferenceResponse(
                [pb_utils.Tensor("y", pb_utils.get_input_tensor_by_name(request, "x").as_numpy())]
            )
            for request in requests
        ]
`;

describe.skipIf(isMissing)(`a Python model in the console${missingReason}`, () => {
  it("is measured, with its compute time, batches and instances", { timeout: 90_000 }, async () => {
    const repository = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-python-"));
    fs.mkdirSync(path.join(repository, "copy", "1"), { recursive: true });
    fs.writeFileSync(path.join(repository, "copy", "config.pbtxt"), config);
    fs.writeFileSync(path.join(repository, "copy", "1", "model.py"), code);
    const executable = "executable" in python ? python.executable : undefined;
    const host = await startTestHost({
      otherRepositories: [repository],
      ...(executable !== undefined && { backendConfig: [`python,executable=${executable}`] }),
    });
    try {
      await host.until("live");
      const { client } = host;
      const subject = { serverId: "embedded", model: "copy" };
      const { plan: suggested } = await vi.waitFor(() => client.request("lab.suggest", subject), {
        timeout: 20_000,
        interval: 100,
      });
      const plan: ExperimentPlan = {
        ...suggested,
        load: { kind: "concurrency", levels: [16], thinkMs: 0 },
        secondsPerStep: 1,
        warmup: { kind: "fixed", seconds: 0.5 },
      };
      const { id } = await client.request("lab.start", { plan, name: "" });
      const result = await vi.waitFor(
        async () => {
          const experiment = await client.request("lab.get", { id });
          expect(experiment.state).toBe("done");
          return experiment;
        },
        { timeout: 60_000, interval: 200 },
      );
      const [step] = result.steps;
      expect(step?.failures).toEqual([]);
      expect(step?.server?.computeInferMs).toBeGreaterThan(COMPUTE_MS * 0.9);
      expect(step?.server?.queueMs).toBeGreaterThan(0);

      // Frames pause while a run is measured.
      const batches: ExecutedBatch[] = [];
      client.subscribe("telemetry.batches", subject, {
        event: (frame: BatchFrame) => batches.push(...frame.batches),
      });
      await client.request("traffic.start", {
        serverId: "embedded",
        models: ["copy"],
        concurrency: 16,
        seconds: 30,
      });
      await vi.waitFor(
        () => {
          expect(new Set(batches.map(({ instance }) => instance)).size).toBe(2);
          expect(Math.max(...batches.map(({ items }) => items))).toBeGreaterThan(1);
        },
        { timeout: 20_000, interval: 100 },
      );
      for (const { inferMs, onServingThread } of batches) {
        expect(inferMs).toBeGreaterThan(COMPUTE_MS * 0.9);
        expect(onServingThread).toBe(false);
      }
      await client.request("traffic.stop", {});
    } finally {
      await host.close();
      for (const each of [host.directory, repository]) fs.rmSync(each, { recursive: true });
    }
  });
});
