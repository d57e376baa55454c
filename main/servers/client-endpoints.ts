import type { ServerStatus } from "../contract/index.ts";

/** A header whose value a program takes from its environment. */
export interface HeaderFromEnvironment {
  readonly name: string;
  readonly variable: string;
  /** `basic`: the variable holds the password. */
  readonly form:
    | { readonly kind: "plain" }
    | { readonly kind: "bearer" }
    | { readonly kind: "basic"; readonly user: string };
}

/** Where a program finds a PEM file. */
export interface PemFile {
  readonly path: string;
  /** The connection holds it itself: somebody has to save it at `path` before. */
  readonly toSave: boolean;
}

/** How a program speaks TLS. */
export interface TlsFiles {
  readonly ca: PemFile | null;
  readonly certificate: PemFile | null;
  readonly key: PemFile | null;
  /** Expected in the server's certificate in place of its address; "": the address. */
  readonly serverName: string;
}

/** How one address of a server is reached, without its secrets: it may appear in a program. */
export interface ClientEndpoint {
  /** HOST:PORT */
  readonly authority: string;
  /** In front of every path of HTTP, "" or e.g. "/models/a". */
  readonly path: string;
  /** Null: not encrypted. */
  readonly tls: TlsFiles | null;
  readonly headers: readonly HeaderFromEnvironment[];
  /** The connection's headers are not sent this way, because it alone is not encrypted. */
  readonly withheld: boolean;
  /** The connection goes through a proxy. */
  readonly proxied: boolean;
}

/** Null where there is no address. */
export interface ClientEndpoints {
  readonly http: ClientEndpoint | null;
  readonly grpc: ClientEndpoint | null;
}

/** ClientEndpoints of addresses alone, without encryption or headers. */
export function plainEndpoints(endpoints: ServerStatus["endpoints"]): ClientEndpoints {
  const endpoint = (authority = ""): ClientEndpoint | null =>
    authority === ""
      ? null
      : { authority, path: "", tls: null, headers: [], withheld: false, proxied: false };
  return { http: endpoint(endpoints?.http), grpc: endpoint(endpoints?.grpc) };
}
