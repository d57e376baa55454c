import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { S3Double } from "../../engine/stores/testing/s3-double.ts";
import { inspectStore } from "./inspect-store.ts";

let store: S3Double;

beforeEach(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  store = await S3Double.start();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await store[Symbol.asyncDispose]();
});

it("[REPO-9] reports models by their listings and configurations, Python models among them", async () => {
  store.put("models/plain/1/model.onnx", "not read");
  store.put("models/plain/12/model.onnx", "not read");
  store.put("models/code/1/model.py", "not read");
  store.put("models/broken/1/model.onnx", "not read");
  store.put("models/broken/config.pbtxt", "max_batch_size 8");
  store.put("models/hostile/1/../../x", "");
  const url = `${store.url}/models`;
  const report = await inspectStore(url, url);
  expect(report).toMatchObject({ folder: url, obstacle: null, current: true, modelCount: 4 });
  expect(report.models).toMatchObject([
    { name: "broken", configuration: true, errors: 1 },
    { name: "code", backend: "python", configuration: false },
    { name: "hostile", errors: 1, problems: [expect.stringMatching(/can't be a file's path/)] },
    { name: "plain", backend: "onnxruntime", versions: ["12", "1"], errors: 0 },
  ]);
  expect(report.models[0]?.problems[0]).toMatch(/^config.pbtxt line 1/);
  expect(report.warnings.join()).toMatch(/Runs Python code with your rights: code/);
  expect(store.requests.filter((each) => each.startsWith("GET"))).toEqual([
    "GET models/broken/config.pbtxt 0-",
  ]);
});

it("[REPO-9] says why a repository can't be opened", async () => {
  store.refusal = { status: 403, code: "AccessDenied" };
  expect((await inspectStore(store.url, "")).obstacle).toMatch(/denied \(403 AccessDenied\)/);
});
