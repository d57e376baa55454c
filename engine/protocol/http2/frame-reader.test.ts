import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameReader, PREFACE } from "./frame-reader.ts";
import { ConnectionError, controlFrame, FLAG, FRAME, type FrameHead } from "./frames.ts";

const MAX_FRAME_BYTES = 1024;

/** The events of the frames in these chunks; data of one frame joined, however it was split. */
function events(chunks: readonly Buffer[]): string[] {
  const seen: string[] = [];
  let data: Buffer[] = [];
  let head = "";
  const describe = ({ type, flags, streamId, length }: FrameHead) =>
    `${type} ${flags} ${streamId} ${length}`;
  const reader = new FrameReader(
    {
      dataBegins: (begun) => (head = describe(begun)),
      dataPart: (part) => void data.push(Buffer.from(part)),
      dataEnds: () => {
        seen.push(`${head} ${Buffer.concat(data).toString("hex")}`);
        data = [];
      },
      frame: (whole, bytes, start, end) =>
        void seen.push(`${describe(whole)} ${bytes.toString("hex", start, end)}`),
    },
    { maxFrameBytes: MAX_FRAME_BYTES, expectsPreface: true },
  );
  try {
    for (const chunk of chunks) reader.push(chunk);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    seen.push(`error ${error.code}`);
  }
  return seen;
}

/** Padding that is right, too long or missing, at random. */
const anyFrame = fc
  .record({
    type: fc.integer({ min: 0, max: 11 }),
    flags: fc.integer({ min: 0, max: 255 }),
    streamId: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    payload: fc.uint8Array({ maxLength: 300 }),
  })
  .map(({ payload, ...head }) => controlFrame(head, payload));

test("[H2-1] frames are the same however their bytes are split", () => {
  fc.assert(
    fc.property(
      fc.array(anyFrame, { maxLength: 12 }),
      fc.array(fc.nat({ max: 4000 }), { maxLength: 40 }),
      (frames, places) => {
        const bytes = Buffer.concat([PREFACE, ...frames]);
        const cuts = [0, ...places.filter((at) => at < bytes.length), bytes.length];
        cuts.sort((a, b) => a - b);
        const chunks = cuts.slice(1).map((end, i) => bytes.subarray(cuts[i], end));
        const whole = events([bytes]);
        expect(events(chunks)).toEqual(whole);
        expect(events(Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(whole);
      },
    ),
  );
});

test("[H2-1] a wrong preface is an error at its first wrong byte", () => {
  expect(events([Buffer.from("G")])).toEqual(["error 1"]);
  expect(events([PREFACE.subarray(0, 10), Buffer.from("x")])).toEqual(["error 1"]);
});

test("[H2-2] a frame over the size limit is an error before its bytes arrive", () => {
  const frame = controlFrame({ type: FRAME.ping, flags: 0, streamId: 0 }, Buffer.alloc(1025));
  expect(events([PREFACE, frame.subarray(0, 9)])).toEqual(["error 6"]);
});

test("[H2-3] padding is removed, and padding longer than the payload is an error", () => {
  const padded = (payload: number[]) =>
    controlFrame({ type: FRAME.data, flags: FLAG.padded, streamId: 1 }, Buffer.from(payload));
  expect(events([PREFACE, padded([2, 0xaa, 0xbb, 0, 0])])).toEqual(["0 8 1 5 aabb"]);
  expect(events([PREFACE, padded([0])])).toEqual(["0 8 1 1 "]);
  expect(events([PREFACE, padded([2, 0])])).toEqual(["error 1"]);
  expect(events([PREFACE, padded([])])).toEqual(["error 6"]);
});
