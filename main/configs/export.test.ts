import fs from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ExportProgress } from "../contract/index.ts";
import { startEngineProcess } from "../testing/engine-process.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const ensemble = `platform: "ensemble"
input { name: "in" data_type: TYPE_FP32 dims: 128 }
output { name: "out" data_type: TYPE_FP32 dims: 10 }
ensemble_scheduling { step { model_name: "mlp" model_version: -1
  input_map { key: "x" value: "in" } output_map { key: "y" value: "out" } } }
`;
const mlp = { serverId: "embedded", model: "mlp" };
let host: TestHost;
let folder: string;

beforeAll(async () => {
  host = await startTestHost();
  fs.mkdirSync(path.join(host.repository, "both", "1"), { recursive: true });
  fs.writeFileSync(path.join(host.repository, "both", "config.pbtxt"), ensemble);
  await host.until("live");
});
afterAll(async () => {
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});
beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(host.directory, "export-")), "out");
});

function run(change: object = {}, signal?: AbortSignal) {
  const request = { serverId: "embedded", id: "e", models: [], folder, overwrite: false };
  const options = signal ? { signal } : {};
  return host.client.request("configs.export", { ...request, drafts: false, ...change }, options);
}

const text = (model: string) => fs.readFileSync(path.join(folder, model, "config.pbtxt"), "utf8");

test("a whole repository is copied, and a server starts on the copy", async () => {
  const seen: (ExportProgress | null)[] = [];
  using _watch = host.client.subscribe(
    "configs.exportProgress",
    { id: "e" },
    { event: (progress) => seen.push(progress) },
  );
  const done = await run();
  expect(done).toMatchObject({ folder, models: ["both", "mlp"] });
  expect(seen.filter(Boolean).at(-1)).toMatchObject({ bytes: done.bytes, totalBytes: done.bytes });
  expect(fs.readdirSync(folder).sort()).toEqual(["both", "mlp"]);
  expect(fs.readdirSync(path.join(folder, "both", "1"))).toEqual([]);
  const server = await startEngineProcess(folder);
  try {
    const answer = await fetch(`http://${server.http}/v2/models/both/ready`);
    expect(answer.status).toBe(200);
  } finally {
    await server.stop();
  }
});

test("what is there is not overwritten without being asked to", async () => {
  await run({ models: ["mlp"] });
  fs.writeFileSync(path.join(folder, "mlp", "config.pbtxt"), "# theirs");
  await expect(run()).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
    details: { models: ["mlp"] },
  });
  expect(text("mlp")).toBe("# theirs");
  expect(fs.readdirSync(folder)).toEqual(["mlp"]);
  await run({ overwrite: true });
  expect(text("mlp")).toContain("max_batch_size: 64");
  expect(fs.readdirSync(folder).sort()).toEqual(["both", "mlp"]);
});

test("drafts are exported where they are asked for, and an override as it serves", async () => {
  const { text: before, etag } = await host.client.request("configs.get", mlp);
  await host.client.request("configs.saveDraft", { ...mlp, text: "# draft", baseEtag: etag });
  await run({ models: ["mlp"], drafts: true });
  expect(text("mlp")).toBe("# draft");
  await run({ models: ["mlp"], overwrite: true });
  expect(text("mlp")).toBe(before);
  const override = before.replace("max_batch_size: 64", "max_batch_size: 16");
  const applied = await host.client.request("configs.apply", {
    ...mlp,
    text: override,
    baseEtag: etag,
    note: "",
    place: "server",
  });
  await run({ models: ["mlp"], overwrite: true });
  expect(text("mlp")).toBe(override);
  await host.client.request("configs.apply", {
    ...mlp,
    text: before,
    baseEtag: applied.etag,
    note: "",
  });
});

test("[DOWNLOAD-1] a download has the files of the folder that an export writes", async () => {
  fs.chmodSync(path.join(host.repository, "mlp", "1", "model.onnx"), 0o755);
  await run();
  expect(fs.statSync(path.join(folder, "mlp", "1", "model.onnx")).mode & 0o111).not.toBe(0);
  const asked = { serverId: "embedded", models: [], drafts: false };
  const offered = await host.client.request("configs.download", asked);
  expect(offered).toMatchObject({ fileName: "model-repository.zip", files: 3 });
  const got = new PassThrough();
  const [bytes] = await Promise.all([buffer(got), host.host.download(offered.id)?.sendTo(got)]);
  const unpacked = unzipSync(bytes);
  expect(Object.keys(unpacked)).toEqual([
    "model-repository/both/1/",
    "model-repository/both/config.pbtxt",
    "model-repository/mlp/1/model.onnx",
    "model-repository/mlp/config.pbtxt",
  ]);
  const files = Object.entries(unpacked).filter(([name]) => !name.endsWith("/"));
  for (const [name, content] of files) {
    const written = fs.readFileSync(path.join(folder, path.relative("model-repository", name)));
    expect(written.equals(content)).toBe(true);
  }
  expect(host.host.download(offered.id)).toBeNull();
});

test("[DOWNLOAD-1] a download has the drafts where they are asked for, and one model its own name", async () => {
  const { etag } = await host.client.request("configs.get", mlp);
  await host.client.request("configs.saveDraft", { ...mlp, text: "# draft", baseEtag: etag });
  const asked = { serverId: "embedded", models: ["mlp"], drafts: true };
  const offered = await host.client.request("configs.download", asked);
  expect(offered.fileName).toBe("mlp.zip");
  const got = new PassThrough();
  const [bytes] = await Promise.all([buffer(got), host.host.download(offered.id)?.sendTo(got)]);
  expect(strFromU8(unzipSync(bytes)["mlp/mlp/config.pbtxt"] ?? new Uint8Array())).toBe("# draft");
  await host.client.request("configs.discardDraft", mlp);
});

test("a cancelled export leaves nothing behind", async () => {
  const big = path.join(host.repository, "mlp", "1", "weights.bin");
  fs.writeFileSync(big, Buffer.alloc(32 * 1024 * 1024));
  const giveUp = new AbortController();
  using _watch = host.client.subscribe(
    "configs.exportProgress",
    { id: "e" },
    { event: (progress) => progress && giveUp.abort() },
  );
  await expect(run({ models: ["mlp"] }, giveUp.signal)).rejects.toMatchObject({
    code: "CANCELLED",
  });
  fs.rmSync(big);
  await expect.poll(() => fs.existsSync(folder)).toBe(false);
});

test("a folder that cannot be right is rejected in a sentence", async () => {
  await expect(run({ folder: "relative" })).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  const inside = path.join(host.repository, "copy");
  await expect(run({ folder: inside })).rejects.toMatchObject({
    message: expect.stringContaining("are nested"),
  });
  await expect(run({ folder: path.dirname(host.repository) })).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
  });
  await expect(run({ models: ["../mlp"] })).rejects.toMatchObject({ code: "NOT_FOUND" });
  fs.writeFileSync(folder, "a file");
  await expect(run()).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
});

test("the ensembles over a model are reported with the effect", async () => {
  const { text: now } = await host.client.request("configs.get", mlp);
  const changed = now.replace("max_batch_size: 64", "max_batch_size: 32");
  expect(await host.client.request("configs.effect", { ...mlp, text: changed })).toMatchObject({
    kind: "reload",
    dependents: ["both"],
  });
});

test("another folder is opened and served, and remembered", async () => {
  await run({ models: ["mlp"] });
  fs.renameSync(path.join(folder, "mlp"), path.join(folder, "renamed"));
  fs.rmSync(path.join(folder, "renamed", "config.pbtxt"));
  await expect(
    host.client.request("host.openRepository", { folder: "models" }),
  ).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  const { modelRepositories } = await host.client.request("host.openRepository", { folder });
  expect(modelRepositories).toEqual([folder]);
  await host.until("live");
  const detail = await host.client.request("models.detail", {
    serverId: "embedded",
    model: "renamed",
  });
  expect(detail.ready).toBe(true);
  await host.client.request("host.openRepository", { folder: host.repository });
  await host.until("live");
});
