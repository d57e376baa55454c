import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import { modelDetail, serverStatus } from "../contract/index.ts";
import { requireInsight } from "./insight.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { type RecordedTriton, startRecordedTriton } from "./testing/recorded-triton.ts";
import type { RemoteServer } from "./remote-server.ts";
import { tritonServer } from "./testing/triton-server.ts";

let triton: RecordedTriton;
let adapter: RemoteServer;

function connect(grpc: string): RemoteServer {
  const endpoints = { grpc, http: "", metrics: "" };
  return tritonServer(
    { id: "t", name: "Triton", kind: "triton", endpoints },
    new ManualClock(5000),
  );
}

beforeEach(async () => {
  triton = await startRecordedTriton();
  adapter = connect(triton.address);
});

afterEach(async () => {
  adapter[Symbol.dispose]();
  await triton[Symbol.asyncDispose]();
});

test("goes live with its first response and reports its capabilities", async () => {
  const reported = vi.fn<(status: unknown) => void>();
  using _listening = adapter.onStatus(reported);
  expect(adapter.status).toMatchObject({ state: "starting", version: null, capabilities: [] });
  await adapter.repositoryIndex();
  expect(serverStatus.parse(adapter.status)).toMatchObject({
    state: "live",
    version: "2.64.0",
    capabilities: expect.arrayContaining(["load"]),
    since: 5000,
  });
  expect(adapter.capabilities).toEqual([
    "statistics",
    "configuration",
    "inference",
    "load",
    "settings",
  ]);
  expect(reported).toHaveBeenCalledOnce();
});

test("rejects calls that only a Batchdeck engine has, with the reason", async () => {
  await adapter.repositoryIndex();
  expect(adapter.capabilities).not.toContain("insight");
  expect(() => requireInsight(adapter)).toThrow(
    new StatusError(
      "UNIMPLEMENTED",
      "Triton does not offer this: it needs Batchdeck's own engine.",
    ),
  );
});

test("lists models that were never loaded by name alone", async () => {
  const index = await adapter.repositoryIndex();
  expect(index).toContainEqual({ name: "mlp_auto", version: "3", state: "READY" });
  expect(index).toContainEqual({ name: "id_delay" });
});

test("reads statistics as numbers, zero where the wire omits them", async () => {
  const [stats] = await adapter.statistics("id_plain");
  expect(stats).toMatchObject({
    name: "id_plain",
    version: "1",
    last_inference: 1795202986541,
    inference_count: 6,
    inference_stats: { success: { count: 6, ns: 2481893 }, fail: { count: 0, ns: 0 } },
    batch_stats: [{ batch_size: 1, compute_infer: { count: 6, ns: 135553 } }],
    memory_usage: [],
  });
});

test("combines a model's page from what a plain Triton reports", async () => {
  const detail = await adapter.modelDetail("mlp_auto");
  expect(modelDetail.parse(detail)).toMatchObject({
    serverId: "t",
    ready: true,
    platform: "onnxruntime_onnx",
    versions: [{ version: "3", state: "READY", reason: null }],
    inputs: [{ name: "x", datatype: "FP32", shape: [-1, 128] }],
    config: { max_batch_size: 4, dynamic_batching: { preferred_batch_size: [4] } },
    instances: [
      { name: "mlp_auto_0", kind: "KIND_CPU", provider: null, busy: null },
      { name: "mlp_auto_1", kind: "KIND_CPU", provider: null, busy: null },
    ],
  });
  expect(detail.config).not.toHaveProperty("sequence_batching");
});

test("shows a model that was never loaded without a configuration", async () => {
  expect(await adapter.modelDetail("id_delay")).toMatchObject({ ready: false, config: null });
});

test("keeps the message of a server's rejection and stays live", async () => {
  await expect(adapter.load("nosuch")).rejects.toMatchObject({
    code: "INTERNAL",
    message: "failed to load 'nosuch', failed to poll from model repository",
  });
  await adapter.load("mlp_auto");
  expect(adapter.status.state).toBe("live");
});

test("goes stale when the server is gone, with a reason that names its address", async () => {
  await adapter.repositoryIndex();
  const { address } = triton;
  await triton[Symbol.asyncDispose]();
  await expect(adapter.statistics("id_plain")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(adapter.status).toMatchObject({
    state: "stale",
    reason: expect.stringContaining(`Can't reach ${address}`),
  });
});

test("ends an aborted call at once", async () => {
  await adapter.repositoryIndex();
  const controller = new AbortController();
  const call = adapter.statistics("id_plain", controller.signal);
  controller.abort();
  await expect(call).rejects.toMatchObject({ code: "CANCELLED" });
  expect(adapter.status.state).toBe("live");
});
