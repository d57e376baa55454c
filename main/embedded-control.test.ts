import fs from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import nodeEnvironment from "../engine/node-environment.json" with { type: "json" };
import type { OverviewFrame } from "./contract/index.ts";
import { GrpcClient } from "./wire/transport/index.ts";
import { InsightClient } from "./servers/insight-client.ts";
import { TritonOverGrpc } from "./servers/triton/index.ts";
import { startTestHost, type TestHost } from "./testing/test-host.ts";

const slow = { timeout: 30_000, interval: 50 };
const mlp = { serverId: "embedded", model: "mlp" };
let host: TestHost;

beforeAll(async () => {
  host = await startTestHost();
  await host.until("live");
}, 60_000);

afterAll(async () => {
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});

const endpoints = (of = host) => {
  const found = of.status()?.endpoints;
  if (!found) throw new Error("the engine is not live");
  return found;
};

const post = async (path: string, of = host) =>
  (await fetch(`http://${endpoints(of).http}${path}`, { method: "POST" })).status;

test("[RESTRICT-6] another program can't control the embedded engine or read its telemetry", async () => {
  for (const path of [
    "/v2/repository/models/mlp/load",
    "/v2/repository/models/mlp/unload",
    "/v2/trace/setting",
    "/v2/logging",
  ])
    expect(await post(path), path).toBe(403);
  const grpc = new GrpcClient(endpoints().grpc);
  const refused = { code: "UNAVAILABLE", message: expect.stringContaining("is restricted") };
  await expect(new TritonOverGrpc(grpc).load("mlp", undefined, {})).rejects.toMatchObject(refused);
  const insight = new InsightClient(grpc);
  await expect(insight.telemetry()).rejects.toMatchObject(refused);
  await expect(insight.setVersionSplit("mlp", { 1: 1 })).rejects.toMatchObject(refused);
  expect(await new TritonOverGrpc(grpc).repositoryIndex({})).toHaveLength(1);
  grpc.close();
});

test("[RESTRICT-6] the console itself loads, unloads, reads telemetry and changes settings", async () => {
  expect(host.status()?.capabilities).toContain("insight");
  await host.client.request("models.unload", mlp);
  await host.client.request("models.load", mlp);
  const { client } = host;
  expect(await client.request("traces.setSampling", { ...mlp, rate: 2 })).toEqual({ rate: 2 });
  expect(await client.request("traces.setSampling", { ...mlp, rate: null })).toEqual({
    rate: null,
  });
  const { serverId } = mlp;
  const log = await client.request("tritonSettings.log", { serverId });
  expect(log).toHaveProperty("log_info");
});

test.runIf(process.platform === "linux")(
  "[RESTRICT-6] the secret is on no command line and in no environment",
  () => {
    const pid = host.status()?.pid ?? 0;
    const read = (file: string) => fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
    expect(read("cmdline")).toContain("--control-secret=stdin");
    const added = read("environ")
      .split("\0")
      .map((entry) => entry.split("=", 1)[0] ?? "")
      .filter((name) => name !== "" && !(name in process.env) && !name.startsWith("NODE_"));
    expect(added).toEqual(Object.keys(nodeEnvironment));
  },
);

test("[RESTRICT-6] each start has a secret of its own, and the console follows", async () => {
  const before = host.status()?.pid ?? 0;
  await host.client.request("servers.restart", { serverId: "embedded" });
  await vi.waitFor(() => expect(host.status()).toMatchObject({ state: "live" }), 20_000);
  expect(host.status()?.pid).not.toBe(before);
  expect(await post("/v2/repository/models/mlp/load")).toBe(403);
  await host.client.request("models.load", mlp);
});

test("[RESTRICT-6] another console observes it as a Triton; one that was asked to lets every program in", async () => {
  const open = await startTestHost({ openControl: true });
  try {
    await open.until("live");
    expect(await post("/v2/repository/models/mlp/load", open)).toBe(200);
    await open.client.request("models.unload", mlp);
    const { grpc, http, metrics } = endpoints();
    const draft = { name: "Next door", grpc, http, metrics };
    const { serverId } = await open.client.request("servers.add", draft);
    const frames: OverviewFrame[] = [];
    const listening = open.client.subscribe(
      "telemetry.overview",
      { serverId },
      { event: (frame) => frames.push(frame) },
    );
    await vi.waitFor(() => expect(frames.at(-1)).toMatchObject({ live: true }), slow);
    listening[Symbol.dispose]();
    const telemetry = open.client.request("traces.sampling", { serverId, model: "mlp" });
    await expect(telemetry).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
    const load = open.client.request("models.load", { serverId, model: "mlp" });
    await expect(load).rejects.toThrow("expecting header 'triton-grpc-protocol-batchdeck-control'");
  } finally {
    await open.close();
    fs.rmSync(open.directory, { recursive: true, force: true });
  }
}, 90_000);
