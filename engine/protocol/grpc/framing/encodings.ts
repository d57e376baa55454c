import { promisify } from "node:util";
import zlib from "node:zlib";
import { joinedSegments } from "../../joined.ts";
import { StatusError } from "../../../../base/status-error.ts";
import { timeSlices } from "../../time-slices.ts";
import type { ByteBudget } from "../../byte-budget.ts";
import type { ReceiveLimits } from "./message-reader.ts";

/** Message encodings other than "identity". */
export const ENCODINGS = ["deflate", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Value of `grpc-accept-encoding`. */
export const ACCEPT_ENCODING = ["identity", ...ENCODINGS].join(",");

const inflater = { gzip: zlib.createGunzip, deflate: zlib.createInflate };
const deflate = { gzip: promisify(zlib.gzip), deflate: promisify(zlib.deflate) };

export function isEncoding(name: string): name is Encoding {
  return (ENCODINGS as readonly string[]).includes(name);
}

const CHUNK_BYTES = 64 * 1024;

/**
 * Decompresses a message. Memory is taken from the budget as the output grows; the caller returns
 * it. Throws RESOURCE_EXHAUSTED past a limit and INTERNAL for corrupt data, and then returns the
 * memory itself.
 */
export async function decompress(
  encoding: Encoding,
  bytes: Uint8Array,
  { budget, maxMessageBytes }: ReceiveLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let held = 0;
  try {
    const stream = inflater[encoding]({ chunkSize: CHUNK_BYTES });
    stream.end(bytes);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (held + chunk.length > maxMessageBytes) throw tooLarge(encoding, maxMessageBytes);
      if (!budget.take(chunk.length)) throw noMemory(held + chunk.length, budget);
      held += chunk.length;
      chunks.push(chunk);
    }
    return await timeSlices.run(0, joinedSegments(chunks, held));
  } catch (error) {
    budget.give(held);
    if (error instanceof StatusError) throw error;
    throw new StatusError("INTERNAL", `a message is not ${encoding}: ${(error as Error).message}`);
  }
}

function tooLarge(encoding: Encoding, maxBytes: number): StatusError {
  return new StatusError(
    "RESOURCE_EXHAUSTED",
    `Received message larger than max (more than ${maxBytes} bytes after ${encoding})`,
  );
}

function noMemory(bytes: number, { used, limit }: ByteBudget): StatusError {
  return new StatusError(
    "RESOURCE_EXHAUSTED",
    `a message of at least ${bytes} bytes doesn't fit in memory: requests hold ${used} of ${limit} bytes`,
  );
}

export function compress(encoding: Encoding, bytes: Uint8Array): Promise<Buffer> {
  return deflate[encoding](bytes, { level: 1 });
}
