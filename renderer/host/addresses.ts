/** Ways to a server that have an address of their own. */
export const WAYS = ["http", "grpc", "metrics"] as const;
export type Way = (typeof WAYS)[number];

export type Addresses = Readonly<Record<Way, string>>;

export const wayNames: Record<Way, string> = { http: "HTTP", grpc: "gRPC", metrics: "Metrics" };

export interface AddressParts {
  /** In lower case, without "://"; "" where none was written. */
  readonly scheme: string;
  readonly host: string;
  /** Null where none was written. */
  readonly port: number | null;
}

/** What an address says, as far as it can be read. */
export function parseAddressParts(address: string): AddressParts {
  const text = address.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1] ?? "";
  const rest = (scheme === "" ? text : text.slice(scheme.length + 3)).split(/[/?#]/)[0] ?? "";
  const port = /:(\d{1,5})$/.exec(rest)?.[1];
  return {
    scheme: scheme.toLowerCase(),
    host: port === undefined ? rest : rest.slice(0, -port.length - 1),
    port: port === undefined ? null : Number(port),
  };
}

export const isEncrypted = (address: string): boolean =>
  /^(https|grpcs)$/.test(parseAddressParts(address).scheme);

/** The address with its scheme changed, so that it is encrypted or is not. */
export function encrypted(way: Way, address: string, on: boolean): string {
  const text = address.trim();
  if (text === "" || isEncrypted(text) === on) return address;
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const protocol = way === "grpc" ? "grpc" : "http";
  return `${protocol}${on ? "s" : ""}://${bare}`;
}

/** Default gRPC ports: Triton, TensorFlow Serving, OpenVINO, TorchServe. */
const GRPC_PORTS: ReadonlySet<number> = new Set([8001, 8500, 9000, 7070, 50_051]);

/** Which protocol an address most likely means; null where nothing shows it. */
export function guessProtocol(address: string): "http" | "grpc" | null {
  const { scheme, port } = parseAddressParts(address);
  if (/^https?$/.test(scheme)) return "http";
  if (/^grpcs?$/.test(scheme)) return "grpc";
  if (port === null) return null;
  return GRPC_PORTS.has(port) ? "grpc" : "http";
}
