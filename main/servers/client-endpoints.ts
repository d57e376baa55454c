import type { ServerStatus } from "../contract/index.ts";

/** A header whose value a program reads from its environment. */
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
  /** The connection stores it: the user has to save it at `path` first. */
  readonly toSave: boolean;
}

/** How a program connects over TLS. */
export interface TlsFiles {
  readonly ca: PemFile | null;
  readonly certificate: PemFile | null;
  readonly key: PemFile | null;
  /** The name expected in the server's certificate; "": its address. */
  readonly serverName: string;
}

/** How one endpoint of a server is reached, without its secrets: safe to show in a program. */
export interface ClientEndpoint {
  /** HOST:PORT */
  readonly authority: string;
  /** Prefix of every HTTP path, "" or e.g. "/models/a". */
  readonly path: string;
  /** Null: not encrypted. */
  readonly tls: TlsFiles | null;
  readonly headers: readonly HeaderFromEnvironment[];
  /** The connection's headers are not sent to this endpoint, because it is the only one without encryption. */
  readonly withheld: boolean;
  /** The connection goes through a proxy. */
  readonly proxied: boolean;
}

/** Null where there is no address. */
export interface ClientEndpoints {
  readonly http: ClientEndpoint | null;
  readonly grpc: ClientEndpoint | null;
}

/** Endpoints for plain addresses, without encryption or headers. */
export function plainEndpoints(endpoints: ServerStatus["endpoints"]): ClientEndpoints {
  const endpoint = (authority = ""): ClientEndpoint | null =>
    authority === ""
      ? null
      : { authority, path: "", tls: null, headers: [], withheld: false, proxied: false };
  return { http: endpoint(endpoints?.http), grpc: endpoint(endpoints?.grpc) };
}
