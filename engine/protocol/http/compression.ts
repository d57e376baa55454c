import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createUnzip, deflate, gzip } from "node:zlib";
import { ByteBudget } from "../byte-budget.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { HttpResponse } from "./http-response.ts";
import { type Body, tooLarge } from "./body.ts";

export type Encoding = "gzip" | "deflate";

const compress = { gzip: promisify(gzip), deflate: promisify(deflate) };

/** The body's compression by its Content-Encoding; UNIMPLEMENTED for unsupported ones. */
export function contentEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined || header === "" || header === "identity") return undefined;
  if (header === "gzip" || header === "deflate") return header;
  throw new StatusError("UNIMPLEMENTED", "Unsupported compression type", {
    details: { field: "Content-Encoding", value: header, supported: ["gzip", "deflate"] },
  });
}

/** The preferred encoding of Accept-Encoding, the first among equals (PROTO-104). */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  let best: Encoding | undefined;
  let bestWeight = 0;
  for (const item of header.split(",")) {
    const [name = "", parameter = "q=1"] = item.split(";", 2).map((part) => part.trim());
    const weight = parameter.startsWith("q=") ? Number(parameter.slice(2)) : Number.NaN;
    if (!["gzip", "deflate", "identity"].includes(name) || !(weight > bestWeight)) continue;
    best = name === "identity" ? undefined : (name as Encoding);
    bestWeight = weight;
  }
  return best;
}

/** Limit of decompressed bytes, shared by all requests. */
const held = new ByteBudget(96 * 1024 * 1024);

const CHUNK_BYTES = 64 * 1024;

/**
 * Decompresses a body on the thread pool for `handle`; the memory counts until that is done.
 * RESOURCE_EXHAUSTED once the body exceeds `limit` bytes, UNAVAILABLE if all requests together hold
 * too much, INVALID_ARGUMENT if it is corrupt.
 */
export async function withDecompressed<Result>(
  body: Body,
  limit: number,
  handle: (body: Body) => Promise<Result> | Result,
): Promise<Result> {
  const inflated = { chunks: [] as Buffer[], byteLength: 0 };
  try {
    await inflate(body, limit, inflated);
    return await handle(inflated);
  } finally {
    held.give(inflated.byteLength);
  }
}

async function inflate(
  body: Body,
  limit: number,
  inflated: { chunks: Buffer[]; byteLength: number },
): Promise<void> {
  const inflater = createUnzip({ chunkSize: CHUNK_BYTES });
  try {
    pipeline(Readable.from(body.chunks), inflater).catch(() => {});
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      if (inflated.byteLength + chunk.byteLength > limit) throw tooLarge(limit + 1, limit);
      if (!held.take(chunk.byteLength)) throw noMemory();
      inflated.byteLength += chunk.byteLength;
      inflated.chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `the request's body cannot be decompressed: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

function noMemory(): StatusError {
  return new StatusError(
    "UNAVAILABLE",
    `compressed requests hold ${held.used} of ${held.limit} bytes: try again, or send the request without compression`,
  );
}

/** The response with its body compressed; the other headers stay the same. */
export async function compressed(
  httpResponse: HttpResponse,
  encoding: Encoding,
): Promise<HttpResponse> {
  const body = [await compress[encoding](Buffer.concat(httpResponse.body))];
  return {
    ...httpResponse,
    body,
    headers: { ...httpResponse.headers, "Content-Encoding": encoding },
  };
}
