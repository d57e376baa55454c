import fs from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";
import { S3Double } from "../../engine/stores/testing/s3-double.ts";
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

it("[REPO-9] opens a repository in a store by its URL, and applies changes as overrides", {
  timeout: 60_000,
}, async () => {
  const ranker = sampleModels.find(({ name }) => name === "ranker");
  store.put("models/ranker/1/model.onnx", ranker?.build() ?? "");
  store.put("models/ranker/config.pbtxt", ranker?.config ?? "");
  const url = `${store.url}/models`;
  const before = [...store.objects];
  const { client } = console;
  await console.until("live");

  const { modelRepository } = await client.request("host.openRepository", { folder: `${url}/` });
  expect(modelRepository).toBe(url);
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
