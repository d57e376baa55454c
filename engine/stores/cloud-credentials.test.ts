import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findCredential, textFields } from "./cloud-credentials.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "batchdeck-credentials-"));
  file = join(folder, "credentials.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const find = (scheme: string, url: string) =>
  findCredential(scheme, url, { TRITON_CLOUD_CREDENTIAL_PATH: file });

it("[OBJSTORE-5] uses the entry with the longest matching URL prefix", async () => {
  const s3 = { "": { key_id: "all" }, "s3://a": { key_id: "a" }, "s3://a/b/": { key_id: "b" } };
  await writeFile(file, JSON.stringify({ s3, gs: { "": "/key.json" } }));
  expect(await find("s3", "s3://c")).toEqual({ key_id: "all" });
  expect(await find("s3", "s3://a/x")).toEqual({ key_id: "a" });
  expect(await find("s3", "s3://a/b")).toEqual({ key_id: "b" });
  expect(await find("gs", "gs://a")).toBe("/key.json");
  await expect(find("as", "as://a/b")).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringMatching(/has no credentials for 'as:\/\/a\/b': add an entry to "as"/),
  });
});

it("[OBJSTORE-5] falls back to the environment without the variable", async () => {
  expect(await findCredential("s3", "s3://a", {})).toBeUndefined();
});

it.each(['{"s3": {"": "secret"', "[]", "null", "7"])(
  "[OBJSTORE-5] rejects the file %j without repeating it",
  async (text) => {
    await writeFile(file, text);
    await expect(find("s3", "s3://a")).rejects.toThrow(/must be a JSON object\.$/);
  },
);

it("[OBJSTORE-5] names a file that is missing", async () => {
  await expect(find("s3", "s3://a")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("[OBJSTORE-5] accepts only non-empty strings as fields", () => {
  const entry = { key_id: "id", secret_key: "", region: 7 };
  expect(textFields(entry, ["key_id", "secret_key", "region"])).toEqual({ key_id: "id" });
  expect(textFields(null, ["key_id"])).toEqual({});
});
