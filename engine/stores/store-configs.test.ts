import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openStoreConfigs } from "./index.ts";
import { StoreConfigs } from "./store-configs.ts";
import { S3Double } from "./testing/s3-double.ts";

const KEY = "models/scale/config.pbtxt";

let store: S3Double;
let configs: StoreConfigs;

beforeEach(async () => {
  // The SDK reads the environment itself.
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  store = await S3Double.start();
  configs = await openStoreConfigs(`${store.url}/models`, new AbortController().signal);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await store[Symbol.asyncDispose]();
});

const text = () => store.objects.get(KEY)?.content.toString();

it("[OBJSTORE-14] replaces the version that was read, and creates a missing file", async () => {
  expect(await configs.read("scale")).toBeNull();
  await configs.write("scale", "max_batch_size: 2", null);
  expect(store.writes).toEqual([{ key: KEY, "if-none-match": "*" }]);
  const etag = store.objects.get(KEY)?.etag;
  expect(await configs.read("scale")).toBe("max_batch_size: 2");
  await configs.write("scale", "max_batch_size: 4", "max_batch_size: 2");
  expect(store.writes[1]).toEqual({ key: KEY, "if-match": etag });
  expect(text()).toBe("max_batch_size: 4");
});

it("[OBJSTORE-14] reads an unchanged configuration once", async () => {
  store.put(KEY, "max_batch_size: 2");
  store.put(`${KEY}.bak`, "another");
  await configs.read("scale");
  await configs.read("scale");
  expect(store.reads(KEY)).toHaveLength(1);
  store.put(KEY, "max_batch_size: 3");
  expect(await configs.read("scale")).toBe("max_batch_size: 3");
});

it("[OBJSTORE-15] keeps the store's text if it changed before or during the write", async () => {
  store.put(KEY, "theirs");
  await expect(configs.write("scale", "mine", "base")).rejects.toMatchObject({
    code: "ABORTED",
    message: `'${store.url}/${KEY}' was changed in the store since it was read. The store's text is kept.`,
  });
  expect(store.writes).toEqual([]);
  // Between the last read and the write.
  store.beforeWrite = () => store.put(KEY, "theirs, later");
  await expect(configs.write("scale", "mine", "theirs")).rejects.toMatchObject({ code: "ABORTED" });
  store.beforeWrite = () => store.objects.delete(KEY);
  await expect(configs.write("scale", "mine", "theirs, later")).rejects.toMatchObject({
    code: "ABORTED",
  });
  store.beforeWrite = () => store.put(KEY, "made meanwhile");
  await expect(configs.write("scale", "mine", null)).rejects.toMatchObject({ code: "ABORTED" });
  expect(text()).toBe("made meanwhile");
});

it("[OBJSTORE-16] recognizes its own text after an attempt whose response was lost", async () => {
  store.put(KEY, "base");
  // Written; the client's next attempt finds a different version than it names.
  store.writeFaults.push({ kind: "lost" });
  await configs.write("scale", "mine", "base");
  expect(text()).toBe("mine");
  expect(store.writes).toHaveLength(2);
});

it("[OBJSTORE-16] reports why nothing was written", async () => {
  store.put(KEY, "base");
  const write = () => configs.write("scale", "mine", "base");
  store.writeFaults.push({ kind: "status", status: 403, code: "AccessDenied" });
  await expect(write()).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
    message: `Access to 's3://bucket/${KEY}' was denied (403 AccessDenied): check that the credentials may write it.`,
  });
  store.writeFaults.push({ kind: "status", status: 404, code: "NoSuchBucket" });
  await expect(write()).rejects.toMatchObject({ code: "NOT_FOUND" });
  store.writeFaults.push({ kind: "status", status: 412, code: "LeaseIdMissing" });
  await expect(write()).rejects.toMatchObject({
    code: "FAILED_PRECONDITION",
    message: expect.stringContaining("was not written"),
  });
  expect(text()).toBe("base");
});

it("[OBJSTORE-16] reports that a text may have been written if the store stopped answering", async () => {
  store.put(KEY, "base");
  const options = { prefix: "models/", signal: new AbortController().signal };
  const { store: real } = await openedStore();
  const silent = new StoreConfigs({
    ...options,
    urlFor: (key) => `s3://bucket/${key}`,
    writeTimeoutMs: 50,
    store: {
      ...real,
      write: () => {
        store.refusal = { status: 503, code: "SlowDown" };
        return new Promise(() => {});
      },
    },
  });
  await expect(silent.write("scale", "mine", "base")).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringMatching(/did not answer within 0.05 s\. The text may have been written/),
  });
});

it("[OBJSTORE-17] rejects names that leave the repository and texts over 1 MiB", async () => {
  for (const name of ["..", "a/b", "", ".hidden"])
    await expect(configs.write(name, "x", null)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
  await expect(configs.write("scale", "x".repeat(2 ** 20 + 1), null)).rejects.toMatchObject({
    code: "RESOURCE_EXHAUSTED",
  });
  store.put(KEY, "x".repeat(2 ** 20 + 1));
  await expect(configs.read("scale")).rejects.toMatchObject({ code: "RESOURCE_EXHAUSTED" });
  expect(store.writes).toEqual([]);
});

async function openedStore() {
  const { openS3Store } = await import("./s3-store.ts");
  const { parseStoreUrl } = await import("./store-url.ts");
  return { store: await openS3Store(parseStoreUrl(`${store.url}/models`), process.env) };
}
