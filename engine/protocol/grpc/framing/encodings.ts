import { promisify } from "node:util";
import zlib from "node:zlib";
import { StatusError } from "../../status.ts";

/** Message encodings beside "identity". */
export const ENCODINGS = ["deflate", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Value of `grpc-accept-encoding`. */
export const ACCEPT_ENCODING = ["identity", ...ENCODINGS].join(",");

const inflate = { gzip: promisify(zlib.gunzip), deflate: promisify(zlib.inflate) };
const deflate = { gzip: promisify(zlib.gzip), deflate: promisify(zlib.deflate) };

export function isEncoding(name: string): name is Encoding {
  return (ENCODINGS as readonly string[]).includes(name);
}

/** Throws RESOURCE_EXHAUSTED past `maxBytes`, INTERNAL for bytes that are not so encoded. */
export async function decompress(
  encoding: Encoding,
  bytes: Uint8Array,
  maxBytes: number,
): Promise<Buffer> {
  try {
    return await inflate[encoding](bytes, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `Received message larger than max (more than ${maxBytes} bytes after ${encoding})`,
      );
    }
    throw new StatusError("INTERNAL", `a message is not ${encoding}: ${(error as Error).message}`);
  }
}

export function compress(encoding: Encoding, bytes: Uint8Array): Promise<Buffer> {
  return deflate[encoding](bytes, { level: 1 });
}
