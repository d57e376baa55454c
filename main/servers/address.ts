import { StatusError } from "../../engine/protocol/status.ts";

/**
 * HOST:PORT of an address that a person wrote, with or without a scheme and a path. INVALID_ARGUMENT names the field
 * for what is none, for one with a password, and for TLS, which is not spoken yet.
 */
export function hostAndPort(field: string, written: string): string {
  const text = written.trim();
  const refuse = (why: string) => {
    throw new StatusError("INVALID_ARGUMENT", `${field} '${text}' ${why}`, { details: { field } });
  };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme && /^(https|grpcs)$/.test(scheme))
    refuse("asks for TLS, which is not spoken yet; give an address without it.");
  if (scheme && !/^(http|grpc|dns)$/.test(scheme)) refuse("must be HOST:PORT.");
  const url = URL.parse(`http://${scheme ? text.slice(scheme.length + 3) : text}`);
  if (!url || url.hostname === "") return refuse("must be HOST:PORT, e.g. localhost:8001.");
  if (url.username !== "" || url.password !== "")
    refuse("has a name or password in it; addresses are kept without secrets.");
  const port = /:(\d+)$/.exec(text.replace(/^[a-z0-9+.-]+:\/\//i, "").split(/[/?#]/)[0] ?? "")?.[1];
  if (port === undefined || Number(port) < 1) refuse("names no port; it must be HOST:PORT.");
  return `${url.hostname}:${port}`;
}
