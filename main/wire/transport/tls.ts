import { createPrivateKey, X509Certificate } from "node:crypto";
import tls from "node:tls";
import { StatusError } from "../../../base/status-error.ts";
import type { TlsMaterial } from "../index.ts";

/** Max servers whose TLS settings are cached. */
const KEPT = 16;
const contexts = new Map<string, tls.SecureContext>();
let roots: readonly string[] | null = null;

/**
 * What a connection trusts and presents: the certificates of Node and of the operating system, its own CA in addition,
 * and its client certificate. Cached by text, because hundreds of certificates are parsed for it. FAILED_PRECONDITION
 * names the text that is not PEM.
 */
export function secureContextFor({ ca, certificate, key }: TlsMaterial): tls.SecureContext {
  const name = JSON.stringify([ca, certificate, key]);
  const known = contexts.get(name);
  if (known) return known;
  if (ca !== undefined) usable("CA certificate", () => readAll(ca));
  if (certificate !== undefined) usable("client certificate", () => readAll(certificate));
  if (key !== undefined) {
    refuseLocked(key);
    usable("client key", () => createPrivateKey(key));
  }
  if (certificate !== undefined && key !== undefined) checkPair(certificate, key);
  const made = tls.createSecureContext({
    ca: [...trusted(), ...(ca === undefined ? [] : [ca])],
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
  });
  const [oldest] = contexts.keys();
  if (contexts.size >= KEPT && oldest !== undefined) contexts.delete(oldest);
  contexts.set(name, made);
  return made;
}

function trusted(): readonly string[] {
  roots ??= [...new Set([...tls.getCACertificates("default"), ...systemCertificates()])];
  return roots;
}

/** None if the runtime can't read them. */
function systemCertificates(): readonly string[] {
  try {
    return tls.getCACertificates("system");
  } catch {
    return [];
  }
}

/** OpenSSL's message is not repeated: it means nothing to users, and the text may be a secret. */
function usable(what: string, read: () => unknown): void {
  try {
    read();
  } catch {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The ${what} cannot be used: it is no valid PEM text.`,
    );
  }
}

/** In PKCS #8, or in OpenSSL's older format. */
function refuseLocked(key: string): void {
  if (!/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(key)) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    "The client key is encrypted with a passphrase, which is not supported. Decrypt it first: openssl pkey -in KEY.",
  );
}

function readAll(text: string): void {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
  if (!blocks) throw new TypeError("no certificate");
  for (const block of blocks) new X509Certificate(block);
}

/** The first certificate is the client's, the others lead to its CA. */
function checkPair(certificate: string, key: string): void {
  if (new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    "The client certificate and the key do not belong together.",
  );
}
