import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ResponseReader } from "./http-response.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const refused =
  'HTTP/1.1 400 Bad Request\r\ncontent-length: 15\r\nconnection: close\r\n\r\n{"error":"bad"}';
const chunked =
  "HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n4;x=1\r\nwiki\r\n5\r\npedia\r\n0\r\nTrailer: 1\r\n\r\n";
const early = `HTTP/1.1 100 Continue\r\n\r\n${ok}`;
const empty = "HTTP/1.1 204 No Content\r\n\r\n";

/** Feeds pieces; returns the index of the piece that completed the response, or −1. */
function feed(reader: ResponseReader, pieces: Buffer[]): number {
  return pieces.findIndex((piece) => reader.push(piece));
}

describe("ResponseReader", () => {
  it.each([
    ["a length", ok, 200, "", true],
    ["a failure", refused, 400, '{"error":"bad"}', false],
    ["chunks", chunked, 503, "wikipedia", true],
    ["an interim response before", early, 200, "", true],
    ["no content", empty, 204, "", true],
  ])("reads a response with %s, however it is cut", (_name, text, status, words, keepAlive) => {
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = at
          .slice(1)
          .map((end, i) => bytes.subarray(at[i], end))
          .filter((piece) => piece.length > 0);
        const reader = new ResponseReader();
        expect(feed(reader, pieces)).toBe(pieces.length - 1);
        expect(reader).toMatchObject({ status, text: words, keepAlive });
      }),
    );
  });

  it("reads one response after another on a connection", () => {
    const reader = new ResponseReader();
    for (const text of [ok, chunked, empty, ok]) expect(reader.push(Buffer.from(text))).toBe(true);
  });

  it("treats the end of the connection as the end of a body without length", () => {
    const reader = new ResponseReader();
    expect(reader.push(Buffer.from("HTTP/1.0 200 OK\r\n\r\npart"))).toBe(false);
    expect(reader.keepAlive).toBe(false);
    expect(reader.end()).toBe(true);
  });

  it("does not treat a truncated response as complete", () => {
    const reader = new ResponseReader();
    reader.push(Buffer.from(ok.slice(0, -1)));
    expect(reader.end()).toBe(false);
  });

  it.each([
    ["SSH-2.0-OpenSSH\r\n\r\n", "the response is not HTTP/1.1"],
    [`${ok}more`, "the response is longer than its Content-Length"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "a chunk has no size"],
    ["x".repeat(70_000), "the response head is too long"],
  ])("rejects invalid responses: %#", (text, message) => {
    expect(() => new ResponseReader().push(Buffer.from(text))).toThrow(message);
  });
});
