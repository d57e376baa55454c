import { promisify } from "node:util";
import { deflate, gzip, unzip } from "node:zlib";
import { StatusError } from "../status.ts";
import type { Answer } from "./answer.ts";
import { type Body, bytesOf, tooLarge } from "./body.ts";

export type Encoding = "gzip" | "deflate";

const unzipped = promisify(unzip);
const compress = { gzip: promisify(gzip), deflate: promisify(deflate) };

/** How a body was compressed, by its Content-Encoding; UNIMPLEMENTED for what is not offered. */
export function contentEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined || header === "" || header === "identity") return undefined;
  if (header === "gzip" || header === "deflate") return header;
  throw new StatusError("UNIMPLEMENTED", "Unsupported compression type", {
    details: { contentEncoding: header, supported: ["gzip", "deflate"] },
  });
}

/** The encoding that Accept-Encoding weighs most, the first of equals (rule W103). */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  let best: Encoding | undefined;
  let bestWeight = 0;
  for (const item of header.split(",")) {
    const [name = "", quality] = item.trim().split(/\s*;\s*q=/);
    const weight = quality === undefined ? 1 : Number(quality);
    if (!["gzip", "deflate", "identity"].includes(name) || !(weight > bestWeight)) continue;
    best = name === "identity" ? undefined : (name as Encoding);
    bestWeight = weight;
  }
  return best;
}

/**
 * The body as it was before its compression, which off-thread code undoes. RESOURCE_EXHAUSTED as soon as it grows
 * over `limit` bytes, INVALID_ARGUMENT where it is damaged.
 */
export async function decompressed(body: Body, limit: number): Promise<Body> {
  try {
    const bytes = await unzipped(bytesOf(body, 0, body.byteLength), {
      maxOutputLength: Math.max(1, limit),
    });
    return { chunks: [bytes], byteLength: bytes.byteLength };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      throw tooLarge(limit + 1, limit);
    }
    throw new StatusError(
      "INVALID_ARGUMENT",
      `the request's body cannot be decompressed: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** The answer with its whole body compressed; its headers stay those of the plain body. */
export async function compressed(answer: Answer, encoding: Encoding): Promise<Answer> {
  const body = [await compress[encoding](Buffer.concat(answer.body))];
  return { ...answer, body, headers: { ...answer.headers, "Content-Encoding": encoding } };
}
