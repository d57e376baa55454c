// Against third-party servers, which `npm run test:stores` installs and starts.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BlobServiceClient } from "@azure/storage-blob";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Storage } from "@google-cloud/storage";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEngine, type EngineOptions } from "../engine.ts";
import { scaleModel } from "../testing/onnx-model.ts";
import { floats, inferRequest, readFloats } from "../testing/requests.ts";
import type { Engine } from "../types.ts";
import { openStoreConfigs } from "./index.ts";
import { openStore } from "./open-stores.ts";
import { parseStoreUrl } from "./store-url.ts";

/** Fills a store for a test, using only the SDK. */
interface Bucket {
  readonly url: string;
  put(key: string, content: string | Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
}

interface Server {
  readonly name: string;
  /** Address of the server; without it the tests are skipped. */
  readonly variable: string;
  readonly env: (address: string) => Readonly<Record<string, string>>;
  readonly open: (address: string, bucket: string) => Promise<Bucket>;
  readonly missing: (address: string) => string;
}

/** Azurite's published account (its README, "Default Storage Account"). */
const AZURITE_KEY =
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const azurite = (address: string) =>
  `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${AZURITE_KEY};BlobEndpoint=${address}/devstoreaccount1;`;

async function openS3(address: string, bucket: string): Promise<Bucket> {
  const client = new S3Client({
    endpoint: address,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    url: `s3://${address}/${bucket}/models`,
    put: async (key, content) =>
      void (await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: content }))),
    remove: async (key) =>
      void (await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))),
  };
}

const servers: readonly Server[] = [
  {
    name: "S3 (moto)",
    variable: "STORE_TEST_S3",
    env: () => ({ AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" }),
    open: openS3,
    missing: (address) => `s3://${address}/no-such-bucket`,
  },
  {
    name: "Google Cloud Storage (fake-gcs-server)",
    variable: "STORE_TEST_GCS",
    env: (address) => ({ STORAGE_EMULATOR_HOST: address }),
    async open(address, bucket) {
      const storage = new Storage({ apiEndpoint: address, projectId: "test" });
      await storage.createBucket(bucket);
      const file = (key: string) => storage.bucket(bucket).file(key);
      return {
        url: `gs://${bucket}/models`,
        put: (key, content) => file(key).save(Buffer.from(content), { resumable: false }),
        remove: async (key) => void (await file(key).delete()),
      };
    },
    missing: () => "gs://no-such-bucket",
  },
  {
    name: "Azure Blob Storage (Azurite)",
    variable: "STORE_TEST_AZURE",
    env: (address) => ({ AZURE_STORAGE_CONNECTION_STRING: azurite(address) }),
    async open(address, bucket) {
      const container = BlobServiceClient.fromConnectionString(azurite(address)).getContainerClient(
        bucket,
      );
      await container.create();
      return {
        url: `as://devstoreaccount1/${bucket}/models`,
        put: async (key, content) => {
          const bytes = Buffer.from(content);
          await container.getBlockBlobClient(key).upload(bytes, bytes.length);
        },
        remove: async (key) => void (await container.deleteBlob(key)),
      };
    },
    missing: () => "as://devstoreaccount1/no-such-container",
  },
];

describe.each(servers)("$name", ({ variable, env, open, missing }) => {
  const address = process.env[variable] ?? "";
  const isThere = address !== "";
  let bucket: Bucket;
  let cache: string;
  let engines: Engine[] = [];

  beforeEach(async () => {
    if (!isThere) return;
    bucket = await open(address, `bucket-${process.pid}-${Date.now()}`);
    // The SDKs read the environment themselves.
    for (const [name, value] of Object.entries(env(address))) vi.stubEnv(name, value);
    cache = await mkdtemp(join(tmpdir(), "batchdeck-store-test-"));
    engines = [];
  });

  afterEach(async () => {
    if (!isThere) return;
    vi.unstubAllEnvs();
    await Promise.all(engines.map((engine) => engine.close()));
    await rm(cache, { recursive: true, force: true });
  });

  const start = async (options: Partial<EngineOptions> = {}) => {
    const engine = await createEngine({
      modelRepository: bucket.url,
      modelControlMode: "explicit",
      loadModels: ["*"],
      stores: { cacheFolder: cache },
      ...options,
    });
    engines.push(engine);
    return engine;
  };
  const putScale = (version: string, factor: number) =>
    bucket.put(`models/scale/${version}/model.onnx`, scaleModel(factor));
  const scaled = async (engine: Engine) => {
    const { outputs } = await engine.infer(
      inferRequest({ modelName: "scale", inputs: [floats("x", [1, 2], [1, 2])] }),
    );
    return readFloats(outputs[0]);
  };

  it.skipIf(!isThere)(`serves, reloads and follows a repository (needs ${variable})`, async () => {
    await putScale("1", 2);
    await putScale("2", 3);
    await bucket.put("models/scale/config.pbtxt", "max_batch_size: 8");
    await bucket.put("models/scale/ü +%25&name.txt", "a name that must be quoted");
    const engine = await start();
    expect(await scaled(engine)).toEqual([3, 6]);
    expect(await engine.repositoryIndex(false)).toMatchObject([{ name: "scale", version: "2" }]);
    const loadId = engine.telemetry().models[0]?.loadId;
    await bucket.put(
      "models/scale/config.pbtxt",
      "max_batch_size: 8 instance_group { count: 3 kind: KIND_CPU }",
    );
    await engine.loadModel("scale", {});
    expect(engine.telemetry().models[0]).toMatchObject({ loadId, instances: [{}, {}, {}] });
    await putScale("2", 5);
    await engine.loadModel("scale", {});
    expect(await scaled(engine)).toEqual([5, 10]);
    await bucket.remove("models/scale/2/model.onnx");
    await engine.loadModel("scale", {});
    expect(await scaled(engine)).toEqual([2, 4]);
    await engine.unloadModel("scale", false);
    expect(await engine.repositoryIndex(true)).toEqual([]);
  });

  it.skipIf(!isThere)(
    `polls, and serves from the cache at the next start (needs ${variable})`,
    async () => {
      await putScale("1", 2);
      const poll = {
        modelControlMode: "poll",
        loadModels: [],
        repositoryPollSeconds: 0.1,
      } as const;
      const engine = await start(poll);
      await putScale("2", 4);
      await expect.poll(() => scaled(engine), { timeout: 10_000 }).toEqual([4, 8]);
      await engine.close();
      const before = await readdir(join(cache, "contents"));
      expect(await scaled(await start())).toEqual([4, 8]);
      expect(await readdir(join(cache, "contents"))).toEqual(before);
    },
  );

  it.skipIf(!isThere)(`downloads and verifies a file of 20 MiB (needs ${variable})`, async () => {
    await putScale("1", 2);
    await bucket.put("models/scale/weights.bin", Buffer.alloc(20 << 20, "weights"));
    expect(await scaled(await start())).toEqual([2, 4]);
  });

  it.skipIf(!isThere)(
    `[OBJSTORE-14] [OBJSTORE-15] writes a configuration back and keeps other writers' changes (needs ${variable})`,
    async () => {
      const key = "models/scale/config.pbtxt";
      const { signal } = new AbortController();
      const configs = await openStoreConfigs(bucket.url, signal);
      await configs.write("scale", "max_batch_size: 2", null);
      expect(await configs.read("scale")).toBe("max_batch_size: 2");
      await configs.write("scale", "max_batch_size: 4 # ü", "max_batch_size: 2");
      const other = await openStoreConfigs(bucket.url, signal);
      expect(await other.read("scale")).toBe("max_batch_size: 4 # ü");
      await bucket.put(key, "theirs");
      const stale = configs.write("scale", "mine", "max_batch_size: 4 # ü");
      await expect(stale).rejects.toMatchObject({ code: "ABORTED" });
      expect(await configs.read("scale")).toBe("theirs");
      await bucket.remove(key);
      expect(await configs.read("scale")).toBeNull();
      await expect(configs.write("scale", "mine", "theirs")).rejects.toMatchObject({
        code: "ABORTED",
      });
    },
  );

  it.skipIf(!isThere)(
    `[OBJSTORE-15] rejects, by the store's own condition, a write to content that changed since the last read (needs ${variable})`,
    async () => {
      const { signal } = new AbortController();
      const store = await openStore(parseStoreUrl(bucket.url), process.env);
      const key = "models/scale/config.pbtxt";
      const content = Buffer.from("mine");
      const find = async () => {
        for await (const { objects } of store.list({ prefix: key, folders: true, signal }))
          return objects[0];
        return undefined;
      };
      await store.write({ key, content, replaces: undefined }, signal);
      const replaces = await find();
      const again = store.write({ key, content, replaces: undefined }, signal);
      await expect(again).rejects.toMatchObject({ code: "ABORTED" });
      await bucket.put(key, "theirs");
      const stale = store.write({ key, content, replaces }, signal);
      await expect(stale).rejects.toMatchObject({ code: "ABORTED" });
      await bucket.remove(key);
      const gone = store.write({ key, content, replaces }, signal);
      await expect(gone).rejects.toMatchObject({
        code: expect.stringMatching(/ABORTED|NOT_FOUND/),
      });
      expect(await find()).toBeUndefined();
    },
  );

  it.skipIf(!isThere)(`reports that a bucket doesn't exist (needs ${variable})`, async () => {
    await expect(start({ modelRepository: missing(address) })).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringMatching(/^'.*no-such-(bucket|container)' does not exist \(404/),
    });
  });
});
