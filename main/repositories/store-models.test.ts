import fs from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";
import { S3Double } from "../../engine/stores/testing/s3-double.ts";
import { fileFactsReader, readModelBytes, type ModelSources } from "../configs/index.ts";
import { modelFileHandlers } from "../configs/model-files.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { ModelPlaces, storedModels } from "./model-places.ts";
import { StoreModels } from "./store-models.ts";

let store: S3Double;
let directory: string;
let models: StoreModels;
let url: string;

const mlp = sampleModels.find(({ name }) => name === "mlp")!.build();

beforeEach(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  store = await S3Double.start();
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-store-models-"));
  models = new StoreModels({ cacheFolder: path.join(directory, "cache"), listTimeoutMs: 500 });
  url = `${store.url}/models`;
  store.put("models/mlp/config.pbtxt", "max_batch_size: 4");
  store.put("models/mlp/2/model.onnx", "not read");
  store.put("models/mlp/10/model.onnx", mlp);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await models[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  fs.rmSync(directory, { recursive: true, force: true });
});

function sourcesOf(...folders: string[]): ModelSources {
  const places = new ModelPlaces({ served: { folders }, stores: models, clock: new ManualClock() });
  return { findRepository: () => null, storedModels: () => storedModels(places, models) };
}

function look(sources: ModelSources, model: string, version: string | null = null) {
  const server = { id: "s", status: { name: "The server" } } as unknown as ServerAdapter;
  const servers = { list: () => [server], get: () => server } as unknown as ServerDirectory;
  const { requests } = modelFileHandlers({ servers, ...sources });
  const { signal } = new AbortController();
  return requests["models.file"]({ serverId: "s", model, version }, signal);
}

it("[REPO-14] looks into a model file in a store, downloading its version alone", async () => {
  expect(await look(sourcesOf(url), "mlp")).toMatchObject({
    versions: ["10", "2"],
    version: "10",
    path: `${url}/mlp/10/model.onnx`,
    sizeBytes: mlp.length,
    reason: null,
    report: { parameters: { tensors: 4 } },
  });
  expect(store.requests.filter((each) => each.startsWith("GET"))).toEqual([
    "GET models/mlp/config.pbtxt 0-",
    "GET models/mlp/10/model.onnx 0-",
  ]);
  await expect(look(sourcesOf(url), "mlp", "3")).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: `'${url}/mlp' has no version '3'; it has 10, 2.`,
  });
});

it("[REPO-14] says why a model file in a store can't be looked into", async () => {
  expect(await look(sourcesOf(url), "other")).toMatchObject({
    report: null,
    reason: `'${url}' has no model 'other'.`,
  });
  store.refusal = { status: 403, code: "AccessDenied" };
  expect((await look(sourcesOf(url), "mlp")).reason).toMatch(/denied \(403 AccessDenied\)/);
  expect((await look(sourcesOf(`${store.url}/away`), "mlp")).reason).toMatch(/403/);
});

it("[REPO-15] reports how much of a model is downloaded, to all that wait for it", async () => {
  store.faults.set("models/mlp/10/model.onnx", [{ kind: "cut", after: 20 }]);
  const hold = async () => {
    const seen: number[] = [];
    const held = await models.hold(url, "mlp", "newest", (bytes) => void seen.push(bytes));
    held.release();
    return seen;
  };
  for (const seen of await Promise.all([hold(), hold()])) {
    expect(seen[0]).toBe(20);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(mlp.length);
  }
  expect(await hold()).toEqual([mlp.length]);
});

it("[REPO-14] gives up a listing that hangs", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const hanging = `s3://http://127.0.0.1:${(silent.address() as AddressInfo).port}/bucket`;
  expect((await look(sourcesOf(hanging), "mlp")).reason).toBe(
    `'${hanging}' did not answer within 0.5 s.`,
  );
  silent.close();
});

it("[REPO-14] reads sizes by listing, and keeps facts of a file while the store fails", async () => {
  const sources = sourcesOf(url);
  const key = { serverId: "s", model: "mlp" };
  expect(await readModelBytes(sources, key)).toBe(mlp.length);
  expect(store.requests.filter((each) => each.startsWith("GET") && each.includes("onnx"))).toEqual(
    [],
  );
  const read = fileFactsReader(sources);
  const facts = await read("s", "mlp");
  expect(facts?.stamp).toContain("10");
  store.refusal = { status: 503, code: "SlowDown" };
  expect(await readModelBytes(sources, key)).toBeNull();
  expect(await read("s", "mlp")).toEqual(facts);
});

it("[REPO-14] finds a model in whichever repository has it, and rejects one that is in several", async () => {
  const local = path.join(directory, "local");
  fs.mkdirSync(path.join(local, "mlp", "1"), { recursive: true });
  store.put("second/ranker/1/model.onnx", mlp);
  const second = `${store.url}/second`;
  expect((await look(sourcesOf(url, second), "ranker")).path).toBe(`${second}/ranker/1/model.onnx`);
  expect((await look(sourcesOf(url, second), "none")).reason).toBe(
    "No repository has a model 'none'.",
  );
  expect((await look(sourcesOf(local, url), "mlp")).reason).toBe(
    `Model 'mlp' is in several repositories: ${local}, ${url}. None of them provides it; rename or remove all but one.`,
  );
});
