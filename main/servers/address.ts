import { StatusError } from "../../base/status-error.ts";

/** A parsed address. */
export interface Address {
  /** An IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number;
  /** "" or e.g. "/models/a" */
  readonly path: string;
  readonly secure: boolean;
}

/** Draft fields that hold an address, and what messages call them. */
const LABELS = {
  grpc: "gRPC address",
  http: "HTTP address",
  metrics: "metrics address",
  proxy: "proxy",
} as const;
export type AddressField = keyof typeof LABELS;

/** Default ports. gRPC without encryption has no common default. */
const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, grpcs: 443 };
const SCHEMES: Readonly<Record<AddressField, readonly string[]>> = {
  grpc: ["grpc", "grpcs", "http", "https", "dns"],
  http: ["http", "https"],
  metrics: ["http", "https"],
  proxy: ["http"],
};
const EXAMPLES = {
  grpc: "localhost:8001",
  http: "localhost:8000",
  metrics: "localhost:8002",
  proxy: "http://proxy:3128",
};

/**
 * HOST:PORT, with or without a scheme and a path; https:// and grpcs:// mean TLS. INVALID_ARGUMENT names the field of
 * an invalid address, and of one with a password, which is not repeated.
 */
export function parseAddress(field: AddressField, written: string): Address {
  const text = written.trim();
  const refuse = (why: string, shown = ` '${text}'`): never => {
    throw new StatusError("INVALID_ARGUMENT", `${LABELS[field]}${shown} ${why}`, {
      details: { field },
    });
  };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? null;
  // gRPC's own form is dns:///HOST:PORT.
  const rest = text.slice(scheme === null ? 0 : scheme.length + 3).replace(/^\//, "");
  // The URL standard drops the default port of every scheme it knows.
  const url = URL.parse(`batchdeck://${rest}`);
  // A password may contain any character.
  if (rest.includes("@"))
    refuse(
      field === "proxy"
        ? "contains a name or password, which Batchdeck doesn't send to proxies; use a proxy that needs none, such as one on this machine that adds them."
        : "contains a name or password; give these under authentication.",
      "",
    );
  if (scheme !== null && !SCHEMES[field].includes(scheme))
    refuse(`begins with ${scheme}://; it may begin with ${formatSchemes(SCHEMES[field])}.`);
  const host = URL.parse(`http://${rest}`)?.hostname ?? "";
  if (!url || host === "") return refuse(`must be HOST:PORT, e.g. ${EXAMPLES[field]}.`);
  const port = url.port === "" ? PORTS[scheme ?? ""] : Number(url.port);
  if (port === undefined || port < 1)
    return refuse(`has no port; it must be HOST:PORT, e.g. ${EXAMPLES[field]}.`);
  return {
    host: host.replace(/^\[|\]$/g, ""),
    port,
    path: field === "grpc" || field === "proxy" ? "" : toBasePath(field, url.pathname),
    secure: scheme === "https" || scheme === "grpcs",
  };
}

/** Prefix of every path. Of a metrics address, the part before its own "/metrics". */
function toBasePath(field: AddressField, pathname: string): string {
  const path = pathname.replace(/\/+$/, "");
  return field === "metrics" ? path.replace(/\/metrics$/, "") : path;
}

function formatSchemes(schemes: readonly string[]): string {
  return schemes.map((scheme) => `${scheme}://`).join(", ");
}
