/** How TLS is spoken, PEM texts. */
export interface TlsMaterial {
  /** Trusted next to the system's own. */
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
  /** Expected in the server's certificate in place of its address. */
  readonly serverName?: string;
}

/** One way to a server. Plain data, so that it can be handed to the load generator's process. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** In front of every path of HTTP, "" or e.g. "/models/a". */
  readonly path: string;
  /** Null: not encrypted. */
  readonly tls: TlsMaterial | null;
  /** Sent with every request, names in lower case; authorization is among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Set where the connection has headers that are not sent this way, because it alone is not encrypted. */
  readonly withheld?: true;
  /** http://HOST:PORT */
  readonly proxy: string | null;
}

/** How a server is reached, secrets included: it stays in the host and its generator, and is never logged or kept. */
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
export function authorityOf({ host, port }: Pick<Target, "host" | "port">): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
