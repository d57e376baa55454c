import { readFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";
import type { Environment } from "./cloud-credentials.ts";
import { CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./object-store.ts";

/** Connections at a time, as the SDK's own. */
const MAX_SOCKETS = 50;

/**
 * How S3 is reached: through the proxy of the environment, and with the certificates of `AWS_CA_BUNDLE` (requirements OBJSTORE-21
 * and OBJSTORE-22). The SDK itself knows neither.
 */
export async function s3Connection(env: Environment): Promise<Record<string, unknown>> {
  const bundle = env.AWS_CA_BUNDLE;
  const ca = bundle ? await readBundle(bundle) : undefined;
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS, proxyEnv: { ...env } };
  return {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    throwOnRequestTimeout: true,
    httpAgent: new http.Agent(options),
    httpsAgent: new https.Agent({ ...options, ...(ca !== undefined && { ca }) }),
  };
}

async function readBundle(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((thrown: unknown) => {
    const { code, message } = fromFileError(thrown, path);
    throw new StatusError(code, `AWS_CA_BUNDLE can't be read: ${message}`, { cause: thrown });
  });
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `AWS_CA_BUNDLE '${path}' has no certificates in PEM format.`,
  );
}
