import type { BrowserAccess } from "../protocol/http/browser-guard.ts";
import { FlagError, type FlagReader } from "./flag-values.ts";

/**
 * Parses `--http-allowed-origin` and `--http-allowed-host`. Throws a FlagError for values that no
 * browser sends.
 */
export function browserFlags(flags: FlagReader): BrowserAccess {
  const origins = flags.all("http-allowed-origin");
  for (const origin of origins) {
    if (origin === "*" || isOrigin(origin)) continue;
    throw new FlagError(
      `--http-allowed-origin takes SCHEME://HOST or SCHEME://HOST:PORT as a browser sends it, or *, not '${origin}'.`,
    );
  }
  const hosts = flags.all("http-allowed-host");
  for (const host of hosts) {
    if (host === "*" || /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i.test(host)) continue;
    throw new FlagError(
      `--http-allowed-host takes the name of a host without a port, or *, not '${host}'.`,
    );
  }
  return { origins, hosts };
}

/**
 * URLs of schemes that browsers treat specially, such as extensions, have the origin "null" here.
 */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  return url.origin === "null" ? `${url.protocol}//${url.host}` === text : url.origin === text;
}
