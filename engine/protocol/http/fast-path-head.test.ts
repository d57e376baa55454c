import { expect, test } from "vitest";
import { readFastPathHead } from "./fast-path-head.ts";

const head = (...lines: string[]) => Buffer.from([...lines, "", ""].join("\r\n"), "latin1");
const PLAIN = ["POST /v2/models/m/infer HTTP/1.1", "Host: x", "Content-Length: 5"];

test("[PROTO-100] parses a plain head and its framing", () => {
  const bytes = head(...PLAIN, "Inference-Header-Content-Length:  3 ", "X: a\tb");
  expect(readFastPathHead(Buffer.concat([bytes, Buffer.from("12345")]))).toEqual({
    method: "POST",
    url: "/v2/models/m/infer",
    headers: new Map([
      ["host", "x"],
      ["content-length", "5"],
      ["inference-header-content-length", "3"],
      ["x", "a\tb"],
    ]),
    byteLength: bytes.byteLength,
    contentLength: 5,
    last: false,
  });
  expect(readFastPathHead(head("GET / HTTP/1.1", "Host: x", "Connection: close"))).toMatchObject({
    contentLength: 0,
    last: true,
  });
});

test.each([
  ["an incomplete head", [PLAIN[0] as string]],
  ["HTTP/1.0", ["GET / HTTP/1.0", "Host: x"]],
  ["another method", ["PUT / HTTP/1.1", "Host: x"]],
  ["an absolute target", ["GET http://x/ HTTP/1.1", "Host: x"]],
  ["two blanks", ["GET  / HTTP/1.1", "Host: x"]],
  ["no host", ["GET / HTTP/1.1"]],
  ["a chunked body", [...PLAIN, "Transfer-Encoding: chunked"]],
  ["a transfer encoding in disguise", [...PLAIN, "TRANSFER-encoding: x"]],
  ["two lengths", [...PLAIN, "Content-Length: 5"]],
  ["two different lengths", [...PLAIN, "content-length: 6"]],
  ["a list of lengths", ["POST / HTTP/1.1", "Host: x", "Content-Length: 5, 5"]],
  ["a signed length", ["POST / HTTP/1.1", "Host: x", "Content-Length: +5"]],
  ["a hexadecimal length", ["POST / HTTP/1.1", "Host: x", "Content-Length: 0x5"]],
  ["a length with zeros before it", ["POST / HTTP/1.1", "Host: x", "Content-Length: 05"]],
  ["an empty length", ["POST / HTTP/1.1", "Host: x", "Content-Length:"]],
  ["a length beyond numbers", ["POST / HTTP/1.1", "Host: x", `Content-Length: ${"9".repeat(16)}`]],
  ["a blank before the colon", [...PLAIN, "X : y"]],
  ["a folded line", [...PLAIN, "X: a", " b"]],
  ["a line without colon", [...PLAIN, "X"]],
  ["a line feed alone", [...PLAIN, "X: a\nTransfer-Encoding: chunked"]],
  ["a carriage return alone", [...PLAIN, "X: a\rb"]],
  ["a null byte", [...PLAIN, "X: a\0b"]],
  ["bytes beyond ASCII", [...PLAIN, "X: ü"]],
  ["an expectation", [...PLAIN, "Expect: 100-continue"]],
  ["an upgrade", [...PLAIN, "Connection: Upgrade", "Upgrade: h2c"]],
  ["a connection with options", [...PLAIN, "Connection: keep-alive, X"]],
  ["many headers", [...PLAIN, ...Array.from({ length: 80 }, (_, i) => `H${i}: 1`)]],
  ["a long head", [...PLAIN, `X: ${"a".repeat(9000)}`]],
])("[PROTO-100] %s is left to Node's parser", (name, lines) => {
  const bytes = head(...lines);
  expect(readFastPathHead(name === "an incomplete head" ? bytes.subarray(0, -2) : bytes)).toBe(
    undefined,
  );
});
