import { expect, it } from "vitest";
import { parseStoreUrl } from "./store-url.ts";

it.each([
  ["s3://bucket", { url: "s3://bucket", bucket: "bucket", prefix: "" }],
  ["s3://bucket//a/b//", { url: "s3://bucket/a/b", bucket: "bucket", prefix: "a/b/" }],
  [
    "s3://https://minio.example:9000/bucket/a",
    {
      url: "s3://https://minio.example:9000/bucket/a",
      endpoint: "https://minio.example:9000",
      bucket: "bucket",
      prefix: "a/",
    },
  ],
  [
    "s3://127.0.0.1:9000/bucket",
    { url: "s3://127.0.0.1:9000/bucket", endpoint: "http://127.0.0.1:9000", bucket: "bucket" },
  ],
  ["s3://http://localhost/bucket", { endpoint: "http://localhost", bucket: "bucket" }],
])("[OBJSTORE-1] parses %s", (text, expected) => {
  expect(parseStoreUrl(text)).toMatchObject({ scheme: "s3", ...expected });
});

it("[OBJSTORE-2] [OBJSTORE-3] parses URLs of Google and Azure", () => {
  expect(parseStoreUrl("gs://bucket/a/")).toEqual({
    scheme: "gs",
    url: "gs://bucket/a",
    bucket: "bucket",
    prefix: "a/",
  });
  for (const account of ["acc", "acc.blob.core.windows.net"])
    expect(parseStoreUrl(`as://${account}/box/a`)).toEqual({
      scheme: "as",
      url: `as://${account}/box/a`,
      account: "acc",
      bucket: "box",
      prefix: "a/",
    });
});

it.each([
  "s3://",
  "s3://a",
  "s3://https://host:1",
  "s3://bucket/../other",
  "s3://bucket/a b",
  "s3://bucket?x=1",
  "s3://bucket\0",
  "gs://",
  "as://account",
  "as://host.example/box",
  "file:///etc",
])("[OBJSTORE-3] rejects %j", (text) => {
  expect(() => parseStoreUrl(text)).toThrow(/must be s3:\/\/BUCKET/);
});

it.each(["s3://id:secret@bucket/a", "s3://https://id:secret@host:1/b", "as://id:secret@acc/box"])(
  "[OBJSTORE-3] rejects credentials in a URL without repeating them",
  (text) => {
    const reject = () => parseStoreUrl(text);
    expect(reject).toThrow(/must not have credentials/);
    expect(reject).not.toThrow(/secret@|id:/);
  },
);
