import { StatusError } from "../../base/status-error.ts";

/** An object has at most 1.5 MiB in etcd, and somewhat more as JSON. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** Max pieces of a line that are kept before they are joined, since each one costs memory. */
const MAX_PIECES = 1024;
const LINE_END = 0x0a;

/** The lines of a watch as they come. RESOURCE_EXHAUSTED for one of more than 16 MiB (K8S-22). */
export async function* watchLines(
  body: AsyncIterable<Buffer>,
  what: string,
): AsyncGenerator<string, void> {
  let pieces: Buffer[] = [];
  let size = 0;
  const line = () => {
    const text = Buffer.concat(pieces).toString("utf8");
    pieces = [];
    size = 0;
    return text;
  };
  for await (const bytes of body) {
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      pieces.push(bytes.subarray(from, end));
      from = end + 1;
      yield line();
    }
    if (from === bytes.length) continue;
    size += bytes.length - from;
    if (size > MAX_LINE_BYTES)
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `The API server sent an event of more than ${MAX_LINE_BYTES} bytes while ${what} were watched.`,
      );
    pieces.push(bytes.subarray(from));
    if (pieces.length > MAX_PIECES) pieces = [Buffer.concat(pieces)];
  }
  if (size > 0) yield line();
}
