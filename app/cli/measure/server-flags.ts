import fs from "node:fs";
import type { Wire } from "../../../main/contract/index.ts";
import {
  headerLines,
  parseAddress,
  secureOptions,
  type Target,
  type TlsMaterial,
} from "../../../main/wire/index.ts";
import { UsageError } from "../command.ts";
import type { serverOptions } from "./flag-table.ts";
import { wrong } from "./flag-values.ts";

type ServerValues = {
  readonly [Name in keyof typeof serverOptions]?: string | boolean | string[] | undefined;
};

/** How to reach the server. A UsageError has the flag, its value and what would be right. */
export function targetFromFlags(values: ServerValues, wire: Wire): Target {
  const overHttp = wire === "http" || wire === "openai";
  const text = (values.url as string | undefined) ?? `127.0.0.1:${overHttp ? 8000 : 8001}`;
  const [, scheme = "", authority = text, path = ""] =
    /^(https?:\/\/|grpcs?:\/\/)?([^/]*)(\/.*)?$/i.exec(text) ?? [];
  const { host, port } = toAddress(authority, scheme);
  const secure = /^(https|grpcs):/i.test(scheme) || values["ssl-grpc-use-ssl"] === true;
  refuseUnverified(values);
  const target: Target = {
    host,
    port,
    path: overHttp ? path.replace(/\/+$/, "") : "",
    tls: secure ? readTlsMaterial(values, overHttp) : null,
    headers: Object.fromEntries(((values.header as string[] | undefined) ?? []).map(readHeader)),
    proxy: null,
  };
  usable(() => headerLines(target.headers));
  usable(() => target.tls && secureOptions(target.tls));
  return target;
}

function toAddress(authority: string, scheme: string) {
  const port = /:\d+$/.test(authority) ? "" : (DEFAULT_PORTS[scheme.toLowerCase()] ?? "");
  return usable(() => parseAddress(authority + port, "-u"));
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http://": ":80", "https://": ":443" };

function readTlsMaterial(values: ServerValues, overHttp: boolean): TlsMaterial {
  const file = (http: keyof ServerValues, grpc: keyof ServerValues) => {
    const flag = overHttp ? http : grpc;
    const path = values[flag];
    return typeof path === "string" ? read(flag, path) : null;
  };
  const ca = file("ssl-https-ca-certificates-file", "ssl-grpc-root-certifications-file");
  const certificate = file("ssl-https-client-certificate-file", "ssl-grpc-certificate-chain-file");
  const key = file("ssl-https-private-key-file", "ssl-grpc-private-key-file");
  return {
    ...(ca !== null && { ca }),
    ...(certificate !== null && { certificate }),
    ...(key !== null && { key }),
  };
}

function refuseUnverified(values: ServerValues): void {
  const must = (flag: keyof ServerValues, right: string, why: string) => {
    const value = values[flag];
    if (value !== undefined && value !== right)
      wrong(`--${flag}`, String(value), `${right}: ${why}`);
  };
  const verified = "certificates are always checked; add your own CA's file";
  must("ssl-https-verify-peer", "1", verified);
  must("ssl-https-verify-host", "2", verified);
  must("ssl-https-client-certificate-type", "PEM", "give it as PEM");
  must("ssl-https-private-key-type", "PEM", "give it as PEM");
}

/** Errors don't show the value, which may be a secret. */
function readHeader(text: string): [name: string, value: string] {
  const at = text.indexOf(":");
  if (at < 1)
    throw new UsageError("-H is not a header; it must be NAME:VALUE, such as -H 'x-team: a'.");
  return [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1).trim()];
}

function read(flag: string, path: string): string {
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`--${flag} '${path}' cannot be read: ${(error as Error).message}.`);
  }
}

function usable<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

interface MetricsValues {
  readonly "collect-metrics": boolean;
  readonly "metrics-url"?: string | undefined;
}

const PORT = 8002;

/** HOST:PORT; null if metrics aren't wanted. `address`: the server's own. */
export function readMetricsAddress(values: MetricsValues, address: string): string | null {
  const url = values["metrics-url"];
  if (!values["collect-metrics"]) {
    if (url === undefined) return null;
    throw new UsageError("--metrics-url needs --collect-metrics.");
  }
  if (url === undefined) return `${address.slice(0, address.lastIndexOf(":"))}:${PORT}`;
  const [, found = ""] = /^(?:http:\/\/)?([^/]+)(?:\/metrics\/?)?$/.exec(url) ?? [];
  try {
    parseAddress(found, "--metrics-url");
  } catch {
    wrong("--metrics-url", url, "HOST:PORT/metrics");
  }
  return found;
}
