import { StatusError } from "../../base/status-error.ts";

/** A place for models in an object store. */
export interface StoreLocation {
  readonly scheme: "s3" | "gs" | "as";
  /** As shown, and as matched with credentials: without trailing slashes. */
  readonly url: string;
  /** For S3-compatible servers: "http://host:port". */
  readonly endpoint?: string;
  /** For Azure. */
  readonly account?: string;
  /** Bucket or container. */
  readonly bucket: string;
  /** Empty, or ends in a slash. */
  readonly prefix: string;
}

/** Limit of the download cache. */
export const DEFAULT_CACHE_BYTES = 20 * 2 ** 30;

export function isStoreUrl(path: string): boolean {
  return /^(s3|gs|as):\/\//.test(path);
}

/** Requirements OBJSTORE-1 to OBJSTORE-3. Throws INVALID_ARGUMENT. */
export function parseStoreUrl(text: string): StoreLocation {
  const [, scheme, rest] = /^(s3|gs|as):\/\/(.*)$/s.exec(text) ?? [];
  if (rest === undefined || /[\0-\x20\x7f\\?#]/.test(rest)) throw badUrl(withoutUser(text));
  if (/^(https?:\/\/)?[^/]*@/.test(rest)) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `The model repository '${withoutUser(text)}' must not have credentials in its URL: use the environment or TRITON_CLOUD_CREDENTIAL_PATH.`,
    );
  }
  if (scheme === "s3") return parseS3(rest);
  const parts = splitPath(rest);
  const [first, second, ...others] = parts;
  if (scheme === "gs") {
    if (!first) throw badUrl(text);
    return {
      scheme,
      url: `gs://${parts.join("/")}`,
      bucket: first,
      prefix: toPrefix(parts.slice(1)),
    };
  }
  if (!first || !second) throw badUrl(text);
  const account = first.replace(/\.blob\.core\.windows\.net$/, "");
  if (!/^[a-z0-9-]{1,63}$/.test(account)) throw badUrl(text);
  return {
    scheme: "as",
    url: `as://${parts.join("/")}`,
    account,
    bucket: second,
    prefix: toPrefix(others),
  };
}

/** `https://host:port/bucket`, `http://…`, `host:port/bucket` (HTTP, as in Triton) or `bucket`. */
function parseS3(rest: string): StoreLocation {
  const [, scheme, path = ""] = /^(https?:\/\/)?(.*)$/s.exec(rest) ?? [];
  const [first = "", ...others] = splitPath(path);
  const hasPort = /^(\[[0-9a-f:.]+\]|[0-9a-z.-]+):\d{1,5}$/i.test(first);
  if (scheme === undefined && !hasPort) {
    if (!/^[a-z0-9.-]{3,255}$/i.test(first)) throw badUrl(`s3://${rest}`);
    return {
      scheme: "s3",
      url: ["s3:/", first, ...others].join("/"),
      bucket: first,
      prefix: toPrefix(others),
    };
  }
  const endpoint = `${scheme ?? "http://"}${first}`;
  const [bucket, ...folders] = others;
  if (!URL.canParse(endpoint) || !bucket) throw badUrl(`s3://${rest}`);
  return {
    scheme: "s3",
    url: `s3://${scheme ?? ""}${[first, ...others].join("/")}`,
    endpoint,
    bucket,
    prefix: toPrefix(folders),
  };
}

/** Triton also collapses repeated slashes. */
const splitPath = (path: string): string[] => path.split("/").filter((part) => part !== "");

function toPrefix(parts: readonly string[]): string {
  if (parts.some((part) => part === "." || part === "..")) throw badUrl(parts.join("/"));
  return parts.map((part) => `${part}/`).join("");
}

const withoutUser = (text: string): string => text.replace(/\/\/[^/]*@/g, "//");

function badUrl(text: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `The model repository '${text}' must be s3://BUCKET/PATH, s3://https://HOST:PORT/BUCKET/PATH, gs://BUCKET/PATH or as://ACCOUNT/CONTAINER/PATH.`,
  );
}
