import { StatusError } from "../../../engine/protocol/status.ts";
import type { With } from "./secrets-of.ts";
import { parseAddress } from "../address.ts";

/** Headers that the transports write themselves. */
const RESERVED = new Set([
  "host",
  "connection",
  "content-length",
  "content-type",
  "transfer-encoding",
  "te",
  "upgrade",
  "keep-alive",
  "proxy-authorization",
]);

export function invalid(field: string, message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { details: { field } });
}

/** INVALID_ARGUMENT for a draft that no server can be reached by, whatever its secrets are. */
export function checkDraft(draft: With<unknown>): void {
  const addresses = checkAddresses(draft);
  checkTls(
    draft,
    addresses.some(({ secure }) => secure),
  );
  checkHeaders(draft);
}

function checkAddresses(draft: With<unknown>) {
  const fields = (["grpc", "http", "metrics"] as const).filter((each) => draft[each].trim() !== "");
  if (draft.grpc.trim() === "" && draft.http.trim() === "")
    throw invalid("grpc", "There is no address; give a gRPC address, an HTTP address or both.");
  if (draft.kind === "triton" && draft.grpc.trim() === "")
    throw invalid("grpc", "The gRPC address is empty; the console speaks gRPC with Triton.");
  if (draft.proxy.trim() !== "") parseAddress("proxy", draft.proxy);
  return fields.map((field) => parseAddress(field, draft[field]));
}

function checkTls({ tls }: With<unknown>, secure: boolean): void {
  if (tls === null) return;
  const used = tls.ca || tls.certificate || tls.key || tls.serverName.trim() !== "";
  if (used && !secure)
    throw invalid(
      "tls",
      "There are settings for TLS, but no address asks for it; begin one with https:// or grpcs://.",
    );
  if (tls.certificate && !tls.key)
    throw invalid("tls.key", "The client certificate has no key; give the key that belongs to it.");
  if (tls.key && !tls.certificate)
    throw invalid(
      "tls.certificate",
      "There is a key, but no client certificate that it belongs to.",
    );
  for (const field of ["ca", "certificate"] as const) {
    const pem = tls[field];
    if (pem?.kind === "text" && !pem.text.includes("-----BEGIN CERTIFICATE-----"))
      throw invalid(
        `tls.${field}`,
        `The ${field === "ca" ? "CA" : "client"} certificate is not PEM text; it begins with -----BEGIN CERTIFICATE-----.`,
      );
  }
}

function checkHeaders({ headers, auth }: With<unknown>): void {
  const seen = new Set<string>(auth.kind === "none" ? [] : ["authorization"]);
  for (const { name } of headers) {
    const lower = name.toLowerCase();
    const field = `headers.${lower}`;
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower))
      throw invalid(field, `The header '${name}' has a name that HTTP does not allow.`);
    if (RESERVED.has(lower) || lower.startsWith("grpc-") || lower.endsWith("-bin"))
      throw invalid(field, `The header '${name}' is written by the connection itself.`);
    if (seen.has(lower)) throw invalid(field, `The header '${name}' is there twice.`);
    seen.add(lower);
  }
}
