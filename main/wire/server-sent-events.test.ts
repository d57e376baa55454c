import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServerSentEvents } from "./server-sent-events.ts";

function read(pieces: readonly Buffer[]): string[] {
  const received: string[] = [];
  const events = new ServerSentEvents((data) => received.push(data));
  for (const piece of pieces) events.push(piece);
  return received;
}

const all = (text: string) => read([Buffer.from(text)]);

describe("[LAB-CHAT-10] server-sent events", () => {
  it("are read with any line end, without comments and other fields", () => {
    expect(all("data: a\n\ndata: b\r\n\r\ndata: c\r\rdata:d\n\n")).toEqual(["a", "b", "c", "d"]);
    expect(all(": ping\n\nevent: x\nid: 1\nretry: 2\ndata: a\n: b\n\n")).toEqual(["a"]);
  });

  it("join lines of data, keep empty ones, and leave out an unfinished event", () => {
    expect(all("data: a\ndata\ndata:  b\n\n")).toEqual(["a\n\n b"]);
    expect(all("\uFEFFdata: a\n\ndata: rest\n")).toEqual(["a"]);
  });

  it("are the same wherever their bytes are split", () => {
    const line = fc.constantFrom("data: ä€😀", "data: {}", ": comment", "event: x", "", "data");
    const end = fc.constantFrom("\n", "\r\n");
    const text = fc
      .tuple(fc.array(line, { maxLength: 12 }), end)
      .map(([lines, ends]) => lines.map((each) => each + ends).join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 20 }), (stream, cuts) => {
        const bytes = Buffer.from(stream);
        const at = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort(
          (a, b) => a - b,
        );
        const pieces = [0, ...at].map((from, i) => bytes.subarray(from, at[i] ?? bytes.length));
        expect(read(pieces)).toEqual(read([bytes]));
      }),
    );
  });

  it("reject a line that never ends", () => {
    const events = new ServerSentEvents(() => {});
    const piece = Buffer.alloc(1 << 20, "x");
    expect(() => {
      for (let i = 0; i < 20; i++) events.push(piece);
    }).toThrow("too long");
  });
});
