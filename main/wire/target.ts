/** TLS settings, as PEM texts. */
export interface TlsMaterial {
  /** Trusted in addition to the system's. */
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
  /** The name expected in the server's certificate instead of its address. */
  readonly serverName?: string;
}

/** One endpoint of a server. Plain data, so that it can be passed to the load generator's process. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** Prefix of every HTTP path, "" or e.g. "/models/a". */
  readonly path: string;
  /** Null: not encrypted. */
  readonly tls: TlsMaterial | null;
  /** Sent with every request, with lower-case names; includes authorization. */
  readonly headers: Readonly<Record<string, string>>;
  /** Set if the connection's headers are not sent to this endpoint, because it is the only one without encryption. */
  readonly withheld?: true;
  /** It leads through a port-forward, which accepts connections before the pod does. */
  readonly forwarded?: true;
  /** http://HOST:PORT */
  readonly proxy: string | null;
}

/** How a server is reached, with secrets: stays in the host and its generator, and is never logged or stored. */
export interface ServerAccess {
  readonly http: Target | null;
  readonly grpc: Target | null;
  readonly metrics: Target | null;
}

export const NO_ACCESS: ServerAccess = { http: null, grpc: null, metrics: null };

/** A target without encryption or secrets, of HOST:PORT; null for "". */
export function plainTarget(address: string): Target | null {
  if (address === "") return null;
  const at = address.lastIndexOf(":");
  return {
    host: address.slice(0, at).replace(/^\[|\]$/g, ""),
    port: Number(address.slice(at + 1)),
    path: "",
    tls: null,
    headers: {},
    proxy: null,
  };
}

/** HOST:PORT, an IPv6 address in brackets. */
export function formatAuthority({ host, port }: Pick<Target, "host" | "port">): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
