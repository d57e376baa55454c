import tls from "node:tls";
import { StatusError } from "../../../engine/protocol/status.ts";
import type { TlsMaterial } from "../access.ts";

/** As many servers with TLS settings of their own as keep theirs made ready. */
const KEPT = 16;
const contexts = new Map<string, tls.SecureContext>();
let roots: readonly string[] | null = null;

/**
 * What a connection trusts and shows: the certificates of Node and of the operating system, its own CA beside them, and
 * its client certificate. Made once for the same texts, because hundreds of certificates are read for it.
 * FAILED_PRECONDITION names the text that is no PEM.
 */
export function secureContextOf({ ca, certificate, key }: TlsMaterial): tls.SecureContext {
  const name = JSON.stringify([ca, certificate, key]);
  const known = contexts.get(name);
  if (known) return known;
  check("CA certificate", ca && { ca });
  check("client certificate", certificate && { cert: certificate });
  check("client key", key && { key });
  check("client certificate and its key", certificate && key && { cert: certificate, key });
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
  roots ??= [...new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")])];
  return roots;
}

/** OpenSSL's own words are not repeated: they say nothing to a person, and the text may be a secret. */
function check(what: string, options: tls.SecureContextOptions | "" | undefined): void {
  if (!options) return;
  try {
    tls.createSecureContext(options);
  } catch {
    throw new StatusError(
      "FAILED_PRECONDITION",
      what.includes("and")
        ? "The client certificate and the key do not belong together."
        : `The ${what} cannot be used: it is no valid PEM text${what.endsWith("key") ? ", or is encrypted with a passphrase" : ""}.`,
    );
  }
}
