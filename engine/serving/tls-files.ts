import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { openRegular } from "../onnx-file/open-regular.ts";
import type { ServerTls } from "../protocol/grpc/http2/http2-server.ts";
import { FlagError } from "./flag-values.ts";
import type { TlsFiles } from "./tls-flags.ts";

/** Limit of a PEM file; certificate chains have a few KiB. */
const MAX_PEM_BYTES = 1024 * 1024;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*(-----END CERTIFICATE-----)?/g;

/**
 * Reads and checks the files. Throws a FlagError with the flag and without their content
 * (SERVING-6).
 */
export async function readTlsFiles(files: TlsFiles): Promise<ServerTls> {
  const [cert, key, clientCa] = await Promise.all([
    readPem("grpc-server-cert", files.cert, "CERTIFICATE"),
    readPem("grpc-server-key", files.key, "PRIVATE KEY"),
    files.clientCa === undefined
      ? undefined
      : readPem("grpc-root-cert", files.clientCa, "CERTIFICATE"),
  ]);
  check(`--grpc-server-cert=${files.cert} is no certificate that can be served`, () =>
    createSecureContext({ cert }),
  );
  check(
    `--grpc-server-key=${files.key} is no key without a passphrase, or not of --grpc-server-cert=${files.cert}`,
    () => createSecureContext({ cert, key }),
  );
  if (clientCa === undefined) return { cert, key };
  // A secure context silently ignores what it can't read.
  check(`--grpc-root-cert=${files.clientCa} is no certificate of an authority`, () => {
    for (const [certificate] of clientCa.matchAll(CERTIFICATE)) new X509Certificate(certificate);
  });
  return { cert, key, clientCa };
}

async function readPem(flag: string, path: string, label: string): Promise<string> {
  const text = await readSmall(path).catch((error: NodeJS.ErrnoException) => {
    throw new FlagError(`Can't read --${flag}=${path}: ${error.message}.`);
  });
  if (new RegExp(`^-----BEGIN [A-Z0-9 ]*${label}-----`, "m").test(text)) return text;
  throw new FlagError(`--${flag}=${path} has no PEM of a ${label.toLowerCase()}.`);
}

async function readSmall(path: string): Promise<string> {
  const { file, size } = await openRegular(path);
  try {
    if (size > MAX_PEM_BYTES) throw new Error(`it has ${size} bytes, at most ${MAX_PEM_BYTES}`);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function check(sentence: string, attempt: () => void): void {
  try {
    attempt();
  } catch (error) {
    const { code = "unreadable" } = error as { code?: string };
    throw new FlagError(`${sentence} (${code}).`);
  }
}
