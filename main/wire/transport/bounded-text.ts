import { StatusError } from "../../../base/status-error.ts";

/** Reads a body as text. RESOURCE_EXHAUSTED for more than `maxBytes`; the rest is not read. `url`: for the message. */
export async function boundedText(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  url: string,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes)
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `The response of ${url} exceeds ${maxBytes} bytes.`,
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
