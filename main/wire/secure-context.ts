import tls from "node:tls";
import { StatusError } from "../../base/status-error.ts";
import type { TlsMaterial } from "./target.ts";

/** Options of node:tls for a target's connections; created once for all of them. */
export interface SecureOptions {
  readonly secureContext: tls.SecureContext;
  readonly servername?: string;
}

/** INVALID_ARGUMENT if a certificate or a key can't be parsed; the message contains nothing of it. */
export function secureOptions({ ca, certificate, key, serverName }: TlsMaterial): SecureOptions {
  return {
    secureContext: secureContext({
      ...(ca !== undefined && { ca: authorities(ca) }),
      ...(certificate !== undefined && { cert: certificate }),
      ...(key !== undefined && { key }),
    }),
    ...(serverName !== undefined && { servername: serverName }),
  };
}

/** The connection's own CA in addition to trusted ones. */
function authorities(own: string): string[] {
  return [...tls.getCACertificates("default"), own];
}

function secureContext(options: tls.SecureContextOptions): tls.SecureContext {
  try {
    return tls.createSecureContext(options);
  } catch (error) {
    const { code = "unreadable" } = error as { code?: string };
    throw new StatusError(
      "INVALID_ARGUMENT",
      `The certificates or the key of the connection cannot be used (${code}); give them as PEM, the key without a passphrase and fitting its certificate.`,
    );
  }
}
