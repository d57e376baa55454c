import { type StatusCode, type StatusDetails, StatusError } from "../../../base/status-error.ts";
import { readStatus } from "../read-objects.ts";
import type { ExecPlugin } from "./credentials.ts";

const codes: Readonly<Record<number, StatusCode>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ALREADY_EXISTS",
  410: "OUT_OF_RANGE",
  422: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** A rejection by the API server. `details.http` is its status. */
export function refusal(http: number, body: string, what: string, user: string): StatusError {
  const words = readApiMessage(body);
  const code = codes[http] ?? (http >= 500 ? "UNAVAILABLE" : "INTERNAL");
  const details = { http };
  if (http === 401)
    return new StatusError(
      code,
      `The API server does not accept the credentials of '${user}': they may have expired. Sign in again in a terminal, e.g. by any kubectl command, and try again.`,
      { details },
    );
  if (http === 403)
    return new StatusError(
      code,
      `'${user}' may not ${what}${words ? `: ${words}` : ""}. A cluster administrator can allow it with a Role.`,
      { details },
    );
  return new StatusError(code, `The API server did not ${what}: ${words || `HTTP ${http}`}.`, {
    details,
  });
}

/** Nothing answered. */
export function silence(server: string, thrown: unknown): StatusError {
  return new StatusError(
    "UNAVAILABLE",
    `The API server ${server} cannot be reached: ${silenceReason(thrown)}.`,
    { cause: thrown, details: { unreachable: true } },
  );
}

/** Why a call had no response, as a part of a sentence. */
export function silenceReason(thrown: unknown): string {
  const error = findRootError(thrown);
  const code = (error as { code?: string }).code ?? "";
  return networkErrors[code] ?? (describeTlsError(code) || error.message);
}

/** Signing in failed before the call was sent. */
export function signInFailure(
  thrown: unknown,
  { user, context }: { readonly user: string; readonly context: string },
  plugin: ExecPlugin | null,
): StatusError {
  if (thrown instanceof StatusError) return thrown;
  const error = findRootError(thrown);
  const { code } = error as { code?: string };
  const command = plugin?.command;
  const details: StatusDetails = { signIn: true };
  if (command && (code === "ENOENT" || code === "EACCES")) {
    const hint = plugin.installHint ? ` ${plugin.installHint.trim()}` : "";
    return new StatusError(
      "UNAUTHENTICATED",
      `The plugin '${command}', by which '${user}' signs in to the context '${context}', ${code === "ENOENT" ? "was not found in PATH or in the usual folders; install it, or write its full path into the kubeconfig" : "may not be run"}.${hint}`,
      { details },
    );
  }
  if (code !== undefined && code in fileErrors)
    return new StatusError(
      "UNAUTHENTICATED",
      `A file of '${user}' ${fileErrors[code]}: ${error.message}.`,
      {
        details,
      },
    );
  const said = saidBy(error, command).trim().slice(0, 500).replace(/\.$/, "");
  return new StatusError(
    "UNAUTHENTICATED",
    command
      ? `The plugin '${command}', by which '${user}' signs in to the context '${context}', failed: ${said || "it said nothing"}. Run it in a terminal to sign in again.`
      : `'${user}' cannot sign in to the context '${context}': ${said}.`,
    { details },
  );
}

/** What a plugin printed may be a credential, and a parser's error quotes it. */
function saidBy(error: Error, command: string | undefined): string {
  const isUnread = error instanceof SyntaxError || error instanceof TypeError;
  if (!isUnread) return error.message;
  return command ? "what it printed is no ExecCredential" : "its credentials cannot be read";
}

const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: "is missing",
  EACCES: "may not be read",
};

const networkErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name is not known here; a VPN may be needed",
  EAI_AGAIN: "its name cannot be looked up at the moment",
  ETIMEDOUT: "it doesn't answer; a VPN or a firewall may block it",
  UND_ERR_CONNECT_TIMEOUT: "it doesn't answer; a VPN or a firewall may block it",
  UND_ERR_HEADERS_TIMEOUT: "it doesn't answer; a VPN or a firewall may block it",
  UND_ERR_BODY_TIMEOUT: "it stopped answering; a VPN or a firewall may block it",
  EHOSTUNREACH: "there is no route to it from here",
  ENETUNREACH: "there is no route to it from here",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  CERT_HAS_EXPIRED: "its certificate has expired",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "its response is longer than expected",
};

function describeTlsError(code: string): string {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "its certificate is for another name";
  return /CERT|SIGNATURE|ISSUER/.test(code)
    ? `its certificate is not signed by the kubeconfig's authority (${code})`
    : "";
}

function readApiMessage(body: string): string {
  try {
    const { message = "" } = readStatus(JSON.parse(body)) ?? {};
    return message.replace(/\.$/, "");
  } catch {
    return body.trim().slice(0, 300);
  }
}

function findRootError(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  return thrown.cause instanceof Error && !("code" in thrown)
    ? findRootError(thrown.cause)
    : thrown;
}
