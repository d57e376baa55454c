import { StatusError } from "../../../base/status-error.ts";
import type { Target } from "../index.ts";

interface Failure {
  /** A code of Node, OpenSSL or undici, or an error message if there is one. */
  readonly words: string;
  readonly target: Pick<Target, "proxy" | "tls" | "forwarded">;
  readonly cause: unknown;
}

interface Meaning {
  readonly pattern: RegExp;
  /** `refused`: a server responds and denies access, which waiting does not fix. */
  readonly refused?: true;
  /** True: only for encrypted connections. */
  readonly secure?: true;
  /** True: only through a port-forward. */
  readonly forwarded?: true;
  readonly sentence: (at: string, words: string, tls: Target["tls"]) => string;
}

/** Codes and messages of Node 24, OpenSSL 3, BoringSSL, undici 8 and grpc-js 1.14. The first match is used. */
const MEANINGS: readonly Meaning[] = [
  {
    pattern: /CERT_HAS_EXPIRED|certificate has expired/i,
    refused: true,
    sentence: (at) => `TLS with ${at} failed: the server's certificate has expired.`,
  },
  {
    pattern: /CERT_NOT_YET_VALID|certificate is not yet valid/i,
    refused: true,
    sentence: (at) => `TLS with ${at} failed: the server's certificate is not valid yet.`,
  },
  {
    pattern: /ALTNAME_INVALID|does not match certificate's altnames/i,
    refused: true,
    sentence: (at) =>
      `TLS with ${at} failed: the server's certificate is for another name. If that is expected, enter it as the server name.`,
  },
  {
    pattern:
      /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|self[- ]signed certificate|unable to (get|verify)/i,
    refused: true,
    sentence: (at) =>
      `TLS with ${at} failed: the server's certificate is not signed by a trusted CA. Add the CA certificate that signed it.`,
  },
  {
    pattern:
      /CERTIFICATE_REQUIRED|certificate required|BAD_CERTIFICATE|bad certificate|HANDSHAKE_FAILURE|handshake failure|UNKNOWN_CA|alert unknown ca/i,
    refused: true,
    sentence: (at) =>
      `TLS with ${at} failed: the server requires a client certificate that it trusts.`,
  },
  {
    pattern: /WRONG_VERSION_NUMBER|wrong version number|packet length too long|PACKET_LENGTH/i,
    refused: true,
    sentence: (at) =>
      `TLS with ${at} failed: the server there doesn't use encryption. Enter its address with http:// or without a scheme.`,
  },
  {
    // Triton's HTTP port, which waits for a request that it can parse.
    pattern: /disconnected before secure TLS connection/i,
    refused: true,
    sentence: (at) =>
      `TLS with ${at} failed: the connection was closed before encryption began; probably the server there doesn't use encryption. Enter its address with http:// or without a scheme.`,
  },
  {
    pattern: /Expected HTTP\/|HPE_INVALID_CONSTANT/,
    refused: true,
    sentence: (at) =>
      `The server at ${at} doesn't speak HTTP: this is probably a gRPC port. Enter it as the gRPC address.`,
  },
  {
    pattern: /ECONNREFUSED/,
    sentence: (at) =>
      `Can't reach ${at}: connection refused. Check the address or start the server.`,
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN|Name resolution failed/i,
    sentence: (at) => `Can't reach ${at}: the host name can't be resolved.`,
  },
  {
    pattern: /ETIMEDOUT|CONNECT_TIMEOUT|timed? ?out/i,
    sentence: (at) => `Can't reach ${at}: connecting took too long.`,
  },
  {
    pattern: /EHOSTUNREACH|ENETUNREACH/,
    sentence: (at) => `Can't reach ${at}: there is no network route to it.`,
  },
  {
    pattern: /Received HTTP status code \d+/,
    sentence: (at, words) =>
      `Can't reach ${at}: a gateway there responds with HTTP ${/\d+$/.exec(words)?.[0]}.`,
  },
  {
    pattern: /Protocol error/,
    refused: true,
    sentence: (at) => `The server at ${at} doesn't speak gRPC.`,
  },
  {
    pattern: /Proxy response \(407\)|Proxy Authentication Required/i,
    refused: true,
    sentence: (at) =>
      `Can't reach ${at}: the proxy responds with HTTP 407 and requires a user name and password, which aren't supported for proxies. Use a proxy without a sign-in.`,
  },
  {
    pattern: /Proxy response \(\d+\)/i,
    refused: true,
    sentence: (at, words) =>
      `Can't reach ${at}: the proxy responds with HTTP ${/\d{3}/.exec(words)?.[0]} and blocks the connection.`,
  },
  {
    pattern: /Last error: undefined/,
    sentence: (at) => `Can't reach ${at}: the proxy doesn't respond or blocks the connection.`,
  },
  {
    // A gRPC server in C++ closes without an alert, so that grpc-js does not know the reason.
    pattern: /Last error: Failed to connect/,
    secure: true,
    refused: true,
    sentence: (at, _words, tls) =>
      `TLS with ${at} failed: the server closed the connection after the TLS handshake: ${
        tls?.certificate === undefined
          ? "it probably requires a client certificate."
          : "it probably doesn't trust the client certificate."
      }`,
  },
  {
    // The port-forward accepts a connection before the pod does, and closes it if that fails.
    pattern: /Last error: Failed to connect|ECONNRESET|other side closed|socket hang up/i,
    forwarded: true,
    sentence: (at) => `Can't reach ${at}: the connection to the pod was closed.`,
  },
  {
    pattern: /Last error: Failed to connect/,
    sentence: (at) =>
      `Can't reach ${at}: the connection was closed by the other side. If the server requires TLS, begin its address with grpcs://.`,
  },
  {
    pattern: /ECONNRESET|EPIPE|other side closed|socket hang up|Connection dropped|disconnected/i,
    sentence: (at) => `Can't reach ${at}: the connection was closed by the other side.`,
  },
];

/**
 * Why a server is unreachable, in a sentence. UNAVAILABLE with `details.unreachable`, and `refused` where that applies.
 */
export function unreachable(at: string, { words, target, cause }: Failure): StatusError {
  const { proxy, tls, forwarded } = target;
  const through = proxy === null ? at : `${at} through the proxy ${new URL(proxy).host}`;
  const meaning = MEANINGS.find(
    (each) =>
      each.pattern.test(words) &&
      (each.secure === undefined || tls !== null) &&
      (each.forwarded === undefined || forwarded === true),
  );
  const sentence = meaning
    ? meaning.sentence(through, words, tls)
    : `Can't reach ${through}: ${words.replace(/\.?$/, ".")}`;
  return new StatusError("UNAVAILABLE", sentence, {
    cause,
    details: { unreachable: true, ...(meaning?.refused && { refused: true }) },
  });
}
