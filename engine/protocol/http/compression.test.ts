import { deflateSync, gzipSync, inflateSync } from "node:zlib";
import { request } from "node:http";
import { expect, test } from "vitest";
import { binaryRequest, echoServer, floatBytes } from "../testing/echo-server.ts";
import { acceptedEncoding } from "./compression.ts";

const LIMIT = 1 << 20;
const server = echoServer({ maxBodyBytes: LIMIT });
const INFER = "/v2/models/echo/infer";
const json = { inputs: [{ name: "INPUT0", datatype: "FP32", shape: [1, 2], data: [1, 2] }] };

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
] as const)("[PROTO-103] accepts a %s body", async (encoding, compress) => {
  const text = JSON.stringify(json);
  const response = await server.post(INFER, compress(text), { "Content-Encoding": encoding });
  expect(response.status).toBe(200);
  expect(JSON.parse(response.text).outputs[0].data).toEqual([1, 2]);
});

test("[PROTO-103] the header length counts the bytes of the decompressed body", async () => {
  const { body, headers } = binaryRequest(
    {
      inputs: [{ name: "x", datatype: "FP32", shape: [2], parameters: { binary_data_size: 8 } }],
    },
    floatBytes(3, 4),
  );
  const response = await server.post(INFER, gzipSync(body), {
    ...headers,
    "Content-Encoding": "gzip",
  });
  expect(JSON.parse(response.text).outputs[0].data).toEqual([3, 4]);
});

test("[PROTO-103] a decompression bomb is rejected at the limit", async () => {
  const bomb = gzipSync(Buffer.alloc(200 << 20));
  expect(bomb.byteLength).toBeLessThan(LIMIT);
  const before = process.memoryUsage().arrayBuffers;
  const response = await server.post(INFER, bomb, { "Content-Encoding": "gzip" });
  expect(response.status).toBe(413);
  expect(response.text).toContain(`maximum allowed value of ${LIMIT}`);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 << 20);
});

test("[PROTO-103] corrupt data and unknown encodings are client errors", async () => {
  const cut = gzipSync(JSON.stringify(json)).subarray(0, 30);
  const damaged = await server.post(INFER, cut, { "Content-Encoding": "gzip" });
  expect(damaged).toMatchObject({ status: 400, type: "application/json" });
  expect(damaged.text).toContain("cannot be decompressed");
  const unknown = await server.post(INFER, "{}", { "Content-Encoding": "br" });
  expect(unknown).toMatchObject({ status: 501, text: '{"error":"Unsupported compression type"}' });
});

test("[PROTO-104] a response is compressed with the preferred Accept-Encoding, as a whole", async () => {
  const { body, headers } = binaryRequest(
    {
      inputs: [{ name: "x", datatype: "FP32", shape: [2], parameters: { binary_data_size: 8 } }],
      parameters: { binary_data_output: true },
    },
    floatBytes(3, 4),
  );
  const { promise, resolve } = Promise.withResolvers<{ headers: object; bytes: Buffer }>();
  // Not with fetch, which would decompress it.
  request(
    {
      port: server.port,
      path: INFER,
      method: "POST",
      headers: { ...headers, "Accept-Encoding": "deflate" },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    },
  ).end(body);
  const response = await promise;
  expect(response.headers).toMatchObject({
    "content-encoding": "deflate",
    "content-type": "application/octet-stream",
  });
  const plain = inflateSync(response.bytes);
  const jsonBytes = Number(
    (response.headers as Record<string, string>)["inference-header-content-length"],
  );
  expect(JSON.parse(plain.toString("utf8", 0, jsonBytes)).outputs[0].shape).toEqual([2]);
  expect(new Uint8Array(plain.subarray(jsonBytes))).toEqual(floatBytes(3, 4));
});

test.each([
  [undefined, undefined],
  ["gzip", "gzip"],
  ["gzip, deflate, br", "gzip"],
  ["deflate;q=0.5, gzip;q=0.8", "gzip"],
  ["identity, gzip;q=0.5", undefined],
  ["br", undefined],
  ["gzip;q=0", undefined],
  ["gzip;q=x, deflate;q=0.1", "deflate"],
  ["", undefined],
])("[PROTO-104] Accept-Encoding %s means %s", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
