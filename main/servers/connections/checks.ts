import { StatusError } from "../../../base/status-error.ts";
import type { With } from "./map-secrets.ts";
import { type AddressField, parseAddress } from "../address.ts";

/** Headers that the transports set themselves. */
const RESERVED = new Set([
  "host",
  "connection",
  "content-length",
  "content-type",
  "transfer-encoding",
  "te",
  "upgrade",
  "keep-alive",
  "expect",
  "trailer",
  "http2-settings",
  "proxy-connection",
  "proxy-authorization",
]);

export function invalid(field: string, message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { details: { field } });
}

/** INVALID_ARGUMENT for a draft that can't reach a server, whatever its secrets are. */
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
  if (draft.proxy.trim() !== "") parseAddress("proxy", draft.proxy);
  for (const field of fields) refuseQuery(field, draft[field]);
  return fields.map((field) => parseAddress(field, draft[field]));
}

/** It would not be sent, and often contains a token: don't repeat it. */
function refuseQuery(field: AddressField, written: string): void {
  if (/[?#]/.test(written))
    throw invalid(
      field,
      "The address contains a query (?) or a fragment (#). Remove it, and enter tokens under authentication.",
    );
}

function checkTls({ tls }: With<unknown>, secure: boolean): void {
  if (tls === null) return;
  const used = tls.ca || tls.certificate || tls.key || tls.serverName.trim() !== "";
  if (used && !secure)
    throw invalid(
      "tls",
      "TLS is configured, but no address uses it. Begin an address with https:// or grpcs://.",
    );
  if (tls.certificate && !tls.key)
    throw invalid("tls.key", "The client certificate has no key; give the key that belongs to it.");
  if (tls.key && !tls.certificate)
    throw invalid(
      "tls.certificate",
      "There is a client key without a client certificate. Add the certificate.",
    );
  for (const field of ["ca", "certificate"] as const) {
    const pem = tls[field];
    if (pem?.kind === "text" && !pem.text.includes("-----BEGIN CERTIFICATE-----"))
      throw invalid(
        `tls.${field}`,
        `The ${field === "ca" ? "CA" : "client"} certificate is not PEM text; it begins with -----BEGIN CERTIFICATE-----.`,
      );
    // A certificate's text is stored and exported.
    if (pem?.kind === "text" && pem.text.includes("PRIVATE KEY-----"))
      throw invalid(
        `tls.${field}`,
        "The file contains a private key as well as the certificate. Remove the key here and enter it as the client key, which is kept as a secret.",
      );
  }
}

function checkHeaders({ headers, auth }: With<unknown>): void {
  const seen = new Set<string>(auth.kind === "none" ? [] : ["authorization"]);
  if (auth.kind === "basic" && auth.user.includes(":"))
    throw invalid(
      "auth.user",
      "The user name contains a colon, which basic authentication doesn't allow.",
    );
  for (const { name } of headers) {
    const lower = name.toLowerCase();
    const field = `headers.${lower}`;
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower))
      throw invalid(field, `The header '${name}' has a name that HTTP does not allow.`);
    if (RESERVED.has(lower) || lower.startsWith("grpc-") || lower.endsWith("-bin"))
      throw invalid(field, `The header '${name}' is set by the connection itself.`);
    if (seen.has(lower)) throw invalid(field, `Duplicate header '${name}'.`);
    seen.add(lower);
  }
}
