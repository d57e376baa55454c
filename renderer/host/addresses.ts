/** The endpoints of a server that have separate addresses. */
export const WAYS = ["http", "grpc", "metrics"] as const;
export type Way = (typeof WAYS)[number];

export type Addresses = Readonly<Record<Way, string>>;

export const wayNames: Record<Way, string> = { http: "HTTP", grpc: "gRPC", metrics: "Metrics" };

export interface AddressParts {
  /** In lower case, without "://"; "" if none was entered. */
  readonly scheme: string;
  readonly host: string;
  /** Null if none was entered. */
  readonly port: number | null;
}

/** Parses the parts of an address that can be recognized. */
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

/** The address with a scheme that turns encryption on or off. */
export function encrypted(way: Way, address: string, on: boolean): string {
  const text = address.trim();
  if (text === "" || isEncrypted(text) === on) return address;
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const protocol = way === "grpc" ? "grpc" : "http";
  return `${protocol}${on ? "s" : ""}://${bare}`;
}

/** Default gRPC ports: Triton, TensorFlow Serving, OpenVINO, TorchServe. */
const GRPC_PORTS: ReadonlySet<number> = new Set([8001, 8500, 9000, 7070, 50_051]);

/** The most likely protocol of an address; null if unclear. */
export function guessProtocol(address: string): "http" | "grpc" | null {
  const { scheme, port } = parseAddressParts(address);
  if (/^https?$/.test(scheme)) return "http";
  if (/^grpcs?$/.test(scheme)) return "grpc";
  if (port === null) return null;
  return GRPC_PORTS.has(port) ? "grpc" : "http";
}
