import fs from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";
import { denseLayers, denseModel } from "../../assets/sample-models/models/dense.ts";
import { S3Double } from "../../engine/stores/testing/s3-double.ts";
import type { ExportProgress } from "../contract/index.ts";
import { sampleDeployment as deployment } from "../deploy/testing/deployment.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

let store: S3Double;
let console: TestHost;

beforeEach(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  store = await S3Double.start();
  console = await startTestHost();
  vi.stubEnv("XDG_CACHE_HOME", console.directory);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await console.close();
  await store[Symbol.asyncDispose]();
  fs.rmSync(console.directory, { recursive: true, force: true });
});

/** The sample model `ranker` with one small layer. */
function putRanker() {
  store.put("models/ranker/1/model.onnx", denseModel("ranker", denseLayers([512, 10], 2)));
  store.put(KEY, sampleModels.find(({ name }) => name === "ranker")?.config ?? "");
}

async function openStore() {
  putRanker();
  const { client } = console;
  await console.until("live");
  await client.request("host.openRepository", { folder: `${store.url}/models` });
  await console.until("live");
  return client;
}

function follow(id: string): (ExportProgress | null)[] {
  const seen: (ExportProgress | null)[] = [];
  console.client.subscribe(
    "configs.exportProgress",
    { id },
    { event: (progress) => void seen.push(progress) },
  );
  return seen;
}

async function fetched(id: string): Promise<Buffer> {
  const to = new PassThrough();
  const [bytes] = await Promise.all([buffer(to), console.host.download(id)?.sendTo(to)]);
  return bytes;
}

const KEY = "models/ranker/config.pbtxt";
const model = { serverId: "embedded", model: "ranker" };
const stored = () => store.objects.get(KEY)?.content.toString();
const withBatch = (text: string, size: number) =>
  /max_batch_size/.test(text)
    ? text.replace(/max_batch_size: \d+/, `max_batch_size: ${size}`)
    : `max_batch_size: ${size}\n${text}`;

it("[REPO-10] [REPO-11] writes to a store where the person allows it and asks for it", {
  timeout: 60_000,
}, async () => {
  const client = await openStore();
  const folder = `${store.url}/models`;
  const shown = await client.request("configs.get", model);
  const url = `s3://${store.url.slice("s3://".length)}/${KEY}`;
  expect(shown).toMatchObject({
    path: "",
    store: { repository: folder, bucket: "bucket", key: KEY, url, writable: false, problem: null },
  });
  const apply = (text: string, baseEtag: string, place?: "file") =>
    client.request("configs.apply", {
      ...model,
      text,
      baseEtag,
      note: "",
      ...(place && { place }),
    });
  await expect(apply(withBatch(shown.text, 3), shown.etag, "file")).rejects.toMatchObject({
    code: "FAILED_PRECONDITION",
    message: expect.stringContaining("is not allowed"),
  });
  await expect(
    client.request("repositories.allowWrites", { folder: console.repository, allowed: true }),
  ).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });

  const list = await client.request("repositories.allowWrites", { folder, allowed: true });
  expect(list.find((each) => each.current)).toMatchObject({ folder, writable: true });
  const before = await client.request("configs.get", model);
  expect(before).toMatchObject({ path: url, hasFile: true, text: stored() });
  expect(before.history[0]).toMatchObject({ note: "Found in the store", place: "file" });

  // Not without being asked.
  const original = stored();
  const override = await apply(withBatch(before.text, 5), before.etag);
  expect(override).toMatchObject({ overriddenFile: original });
  expect(override.served).toContain("max_batch_size: 5");
  const written = await apply(withBatch(before.text, 3), override.etag, "file");
  expect(stored()).toBe(withBatch(before.text, 3));
  expect(written).toMatchObject({ text: stored(), overriddenFile: null });
  expect(written.served).toContain("max_batch_size: 3");
  expect(store.writes).toHaveLength(1);

  const revision = written.history.find(({ text }) => text === original);
  const back = { ...model, revisionId: revision?.id ?? -1 };
  const reverted = await client.request("configs.revert", back);
  expect(store.writes).toHaveLength(1);
  expect(reverted).toMatchObject({ overriddenFile: stored() });
  const inStore = await client.request("configs.revert", { ...back, place: "file" });
  expect(stored()).toBe(original);
  expect(inStore).toMatchObject({ text: original, overriddenFile: null });

  const forbidden = await client.request("repositories.forget", { folder });
  expect(forbidden.every(({ writable }) => writable !== true)).toBe(true);
  expect((await client.request("configs.get", model)).store).toMatchObject({ writable: false });
  await expect(client.request("configs.revert", { ...back, place: "file" })).rejects.toMatchObject({
    message: expect.stringContaining("is not allowed"),
  });
});

it("[REPO-11] [OBJSTORE-15] shows what was changed in the store meanwhile and loses nothing", {
  timeout: 60_000,
}, async () => {
  const client = await openStore();
  await client.request("repositories.allowWrites", {
    folder: `${store.url}/models`,
    allowed: true,
  });
  const { text, etag, served } = await client.request("configs.get", model);
  const mine = withBatch(text, 3);
  const theirs = withBatch(text, 7);
  const apply = () =>
    client.request("configs.apply", {
      ...model,
      text: mine,
      baseEtag: etag,
      note: "",
      place: "file",
    });

  store.put(KEY, theirs);
  await expect(apply()).rejects.toMatchObject({ code: "ABORTED" });
  store.put(KEY, text);
  // After the model serves with it.
  store.beforeWrite = () => store.put(KEY, theirs);
  await expect(apply()).rejects.toMatchObject({
    code: "ABORTED",
    message: expect.stringMatching(/was changed in the store .* serves as before, and the draft/),
  });
  const now = await client.request("configs.get", model);
  expect(now).toMatchObject({ text: theirs, served, draft: { text: mine, baseEtag: etag } });
  expect(stored()).toBe(theirs);
});

it("[REPO-11] [REPO-12] says why the store was not written, and what serves goes on", {
  timeout: 60_000,
}, async () => {
  const client = await openStore();
  await client.request("repositories.allowWrites", {
    folder: `${store.url}/models`,
    allowed: true,
  });
  const { text, etag, served } = await client.request("configs.get", model);
  const mine = withBatch(text, 3);
  const apply = () =>
    client.request("configs.apply", {
      ...model,
      text: mine,
      baseEtag: etag,
      note: "",
      place: "file",
    });

  store.writeFaults.push({ kind: "status", status: 403, code: "AccessDenied" });
  await expect(apply()).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
    message: expect.stringMatching(
      /may write it\. The model serves as before, and the draft is kept/,
    ),
  });
  expect(await client.request("configs.get", model)).toMatchObject({ text, served });

  store.refusal = { status: 403, code: "AccessDenied" };
  const away = await client.request("configs.get", model);
  expect(away).toMatchObject({ text, etag, draft: { text: mine } });
  expect(away.store?.problem).toMatch(/denied \(403 AccessDenied\)/);
  await expect(apply()).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
    details: { store: `${store.url}/models` },
    message: expect.stringMatching(/Nothing was applied; the draft is kept/),
  });
  expect(stored()).toBe(text);
  store.refusal = undefined;
  const written = await client.request("configs.apply", {
    ...model,
    text: mine,
    baseEtag: etag,
    note: "",
    place: "file",
  });
  expect(written.text).toBe(mine);
  expect(stored()).toBe(mine);
});

it("[REPO-15] exports a folder with the models of a store", { timeout: 60_000 }, async () => {
  const client = await openStore();
  store.put("models/ranker/labels.txt", "a");
  const folder = path.join(console.directory, "exported");
  const chosen = { serverId: "embedded", id: "e", folder, overwrite: false, drafts: false };
  const all = await client.request("configs.export", { ...chosen, models: [] });
  expect(all.models).toEqual(["ranker"]);
  expect(fs.readdirSync(path.join(folder, "ranker")).sort()).toEqual([
    "1",
    "config.pbtxt",
    "labels.txt",
  ]);
  const content = store.objects.get("models/ranker/1/model.onnx")?.content;
  const model = path.join(folder, "ranker", "1", "model.onnx");
  expect(content?.equals(fs.readFileSync(model))).toBe(true);
  fs.writeFileSync(model, "writable");
  const again = { ...chosen, overwrite: true };
  await client.request("configs.export", { ...again, models: ["ranker"] });
  expect(content?.equals(fs.readFileSync(model))).toBe(true);
  await expect(
    client.request("configs.export", { ...again, models: ["none"] }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  store.refusal = { status: 403, code: "AccessDenied" };
  await expect(client.request("configs.export", { ...again, models: ["ranker"] })).rejects.toThrow(
    /denied \(403 AccessDenied\)/,
  );
  expect(content?.equals(fs.readFileSync(model))).toBe(true);
});

it("[REPO-15] [DEPLOY-11] sends models of a store as a .zip and deploys them, with progress", {
  timeout: 60_000,
}, async () => {
  const client = await openStore();
  const large = Buffer.alloc(3 << 20, "weights ");
  store.put("models/ranker/1/weights.bin", large);
  const model = store.objects.get("models/ranker/1/model.onnx")?.content ?? Buffer.alloc(0);
  const progress = follow("zip");
  const asked = { serverId: "embedded", models: ["ranker"], drafts: false };
  const offered = await client.request("configs.download", { ...asked, id: "zip" });
  const totalBytes = large.length + model.length;
  expect(progress.at(-1)).toBe(null);
  const reported = progress.filter((each) => each !== null);
  expect(reported.length).toBeGreaterThan(0);
  for (const each of reported)
    expect(each).toMatchObject({ phase: "downloading", model: "ranker", totalBytes });
  expect(reported.at(-1)?.bytes).toBe(totalBytes);
  // What the store has since then isn't what was offered.
  store.put("models/ranker/1/weights.bin", "changed");
  const unpacked = unzipSync(await fetched(offered.id));
  expect(large.equals(unpacked["ranker/ranker/1/weights.bin"] ?? Buffer.alloc(0))).toBe(true);

  const folder = path.join(console.directory, "deployed");
  const deploy = { deployment, id: "d", folder, overwrite: false };
  const preview = await client.request("deploy.preview", deployment);
  expect(preview.notes.map(({ text }) => text).join("\n")).not.toContain("can't read");
  expect(await client.request("deploy.write", deploy)).toMatchObject({ complete: true });
  const written = path.join(folder, "model-repository", "ranker", "1", "model.onnx");
  expect(model.equals(fs.readFileSync(written))).toBe(true);
  const zip = await client.request("deploy.download", { deployment });
  const files = Object.keys(unzipSync(await fetched(zip.id)));
  expect(files).toContain("ranker/model-repository/ranker/1/weights.bin");
  expect(files).toContain("ranker/kubernetes/deployment.yaml");

  store.refusal = { status: 403, code: "AccessDenied" };
  const refused = /denied \(403 AccessDenied\)/;
  await expect(client.request("configs.download", asked)).rejects.toThrow(refused);
  await expect(client.request("deploy.write", { ...deploy, overwrite: true })).rejects.toThrow(
    refused,
  );
});

it("[REPO-15] gives up an export while it downloads, and checks the folder before", {
  timeout: 60_000,
}, async () => {
  const client = await openStore();
  store.put("models/ranker/1/weights.bin", Buffer.alloc(1 << 20));
  store.faults.set("models/ranker/1/weights.bin", [{ kind: "stall", after: 1000 }]);
  const folder = path.join(console.directory, "given-up");
  const asked = { serverId: "embedded", id: "e", models: ["ranker"], overwrite: false };
  const run = (to: string, signal?: AbortSignal) =>
    client.request(
      "configs.export",
      { ...asked, folder: to, drafts: false },
      signal ? { signal } : {},
    );
  const taken = path.join(console.directory, "taken");
  fs.mkdirSync(path.join(taken, "ranker"), { recursive: true });
  await expect(run(taken)).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  await expect(run("relative")).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  expect(store.reads("models/ranker/1/weights.bin")).toEqual([]);

  const giveUp = new AbortController();
  const exporting = run(folder, giveUp.signal);
  await expect.poll(() => store.reads("models/ranker/1/weights.bin")).toHaveLength(1);
  giveUp.abort();
  await expect(exporting).rejects.toMatchObject({ code: "CANCELLED" });
  expect(fs.existsSync(folder)).toBe(false);
});

it("[REPO-9] opens a repository in a store by its URL, and applies changes as overrides", {
  timeout: 60_000,
}, async () => {
  putRanker();
  const url = `${store.url}/models`;
  const before = [...store.objects];
  const { client } = console;
  await console.until("live");

  const { modelRepositories } = await client.request("host.openRepository", { folder: `${url}/` });
  expect(modelRepositories).toEqual([url]);
  expect((await client.request("repositories.recent", {}))[0]).toMatchObject({
    folder: url,
    current: true,
    missing: null,
  });
  await console.until("live");
  const key = { serverId: "embedded", model: "ranker" };
  const shown = await client.request("configs.get", key);
  expect(shown).toMatchObject({ path: "", files: null, unreachable: null });

  const text = shown.text.includes("max_batch_size")
    ? shown.text.replace(/max_batch_size: \d+/, "max_batch_size: 3")
    : `max_batch_size: 3\n${shown.text}`;
  const applied = await client.request("configs.apply", {
    ...key,
    text,
    baseEtag: shown.etag,
    note: "",
  });
  expect(applied.served).toContain("max_batch_size: 3");
  expect([...store.objects]).toEqual(before);

  await client.request("host.openRepository", { folder: console.repository });
  await console.until("live");
  expect((await client.request("configs.get", { ...key, model: "mlp" })).path).not.toBe("");
});
