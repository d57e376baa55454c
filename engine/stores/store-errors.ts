import { type StatusCode, StatusError } from "../../base/status-error.ts";

/** Fields that the errors of the three SDKs share, each under its own name. */
interface SdkError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly statusCode?: unknown;
  readonly Region?: unknown;
  readonly BucketRegion?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown; readonly attempts?: unknown };
  readonly $response?: { readonly headers?: Readonly<Record<string, unknown>> };
}

export interface Concerned {
  /** The requested object: "s3://bucket/path". */
  readonly url: string;
  /** Where the store's credentials come from. */
  readonly credentials: string;
  /** Default "read". */
  readonly access?: "read" | "write" | undefined;
  /** The request was unsigned, because no credentials were found. */
  readonly isAnonymous?: boolean;
}

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "unknown host",
  EAI_AGAIN: "the host's name can't be resolved",
  ECONNRESET: "the connection was closed",
  EPIPE: "the connection was closed",
  ETIMEDOUT: "no response in time",
  ESOCKETTIMEDOUT: "no response in time",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "the network is unreachable",
  ERR_STREAM_PREMATURE_CLOSE: "the connection was closed",
};

/** Of OpenSSL, as Node names them. */
const UNKNOWN_AUTHORITY = [
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
];
const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  ...Object.fromEntries(UNKNOWN_AUTHORITY.map((code) => [code, "its certificate isn't trusted"])),
};

/** Converts an SDK's error to one sentence (OBJSTORE-12). */
export function storeError(thrown: unknown, concerned: Concerned): StatusError {
  const { url, credentials, access = "read", isAnonymous = false } = concerned;
  if (thrown instanceof StatusError) return thrown;
  const error = (typeof thrown === "object" && thrown !== null ? thrown : {}) as SdkError;
  const fail = (code: StatusCode, sentence: string) =>
    new StatusError(code, sentence, { cause: thrown });
  const { name } = error;
  const done = access === "write" ? "written" : "read";
  if (/checksum mismatch/i.test(String(error.message)))
    return fail(
      "DATA_LOSS",
      `The download of '${url}' has a different checksum than the store reports.`,
    );
  if (name === "AbortError")
    return fail("CANCELLED", `${access === "write" ? "Writing" : "Reading"} '${url}' was stopped.`);
  if (isMissingCredentials(error))
    return fail("UNAUTHENTICATED", `There are no credentials for '${url}': ${credentials}.`);
  const region = redirectedRegion(error);
  if (region !== undefined) {
    const where = region === "" ? "another region" : `the region '${region}'`;
    return fail(
      "FAILED_PRECONDITION",
      `The bucket of '${url}' is in ${where}: set AWS_REGION${region === "" ? "" : `=${region}`}.`,
    );
  }
  const certificate = knownReason(error, CERTIFICATE);
  if (certificate !== undefined) {
    const bundle = url.startsWith("s3:")
      ? "AWS_CA_BUNDLE or NODE_EXTRA_CA_CERTS"
      : "NODE_EXTRA_CA_CERTS";
    return fail(
      "UNAVAILABLE",
      `Can't reach '${url}': ${certificate}. A private authority is named by ${bundle}.`,
    );
  }
  const network = networkReason(error);
  if (network !== undefined)
    return fail("UNAVAILABLE", `Can't reach '${url}'${attempts(error)}: ${network}.`);
  const status = httpStatus(error);
  const reason = status === undefined ? said(error) : `${status}${detail(error)}`;
  if (isAnonymous && (status === 401 || status === 403))
    return fail(
      "UNAUTHENTICATED",
      `There are no credentials for '${url}', which is not public (${reason}): ${credentials}.`,
    );
  if (status === 401 || status === 403)
    return fail(
      "PERMISSION_DENIED",
      `Access to '${url}' was denied (${reason}): check that the credentials may ${access === "write" ? "write" : "list and read"} it.`,
    );
  if (status === 404) return fail("NOT_FOUND", `'${url}' does not exist (${reason}).`);
  if (status === 412 || status === 409)
    return fail(
      "ABORTED",
      access === "write"
        ? `'${url}' was not written: the store refused the condition (${reason}).`
        : `'${url}' changed while it was read: try again.`,
    );
  if (status === 429 || (status !== undefined && status >= 500))
    return fail("UNAVAILABLE", `'${url}' can't be ${done} now${attempts(error)} (${reason}).`);
  return fail("INTERNAL", `'${url}' can't be ${done}: ${reason}.`);
}

function isMissingCredentials({ name, message }: SdkError): boolean {
  return (
    CREDENTIAL_ERRORS.has(String(name)) ||
    /could not load (the default )?credentials/i.test(String(message))
  );
}

/** Of AWS's chain and of Azure's identities. */
const CREDENTIAL_ERRORS: ReadonlySet<string> = new Set([
  "CredentialsProviderError",
  "TokenProviderError",
  "CredentialUnavailableError",
  "AuthenticationError",
  "AuthenticationRequiredError",
  "AggregateAuthenticationError",
]);

/** Empty if the store doesn't name it; undefined unless the bucket is in another region. */
function redirectedRegion(error: SdkError): string | undefined {
  const { name, message } = error;
  const isRedirect =
    name === "PermanentRedirect" ||
    name === "IllegalLocationConstraintException" ||
    (name === "AuthorizationHeaderMalformed" && /region/i.test(String(message))) ||
    httpStatus(error) === 301;
  if (!isRedirect) return undefined;
  const region =
    error.Region ??
    error.BucketRegion ??
    error.$response?.headers?.["x-amz-bucket-region"] ??
    /expecting '([^']*)'/.exec(String(message))?.[1];
  return typeof region === "string" && /^[a-z0-9-]{1,40}$/.test(region) ? region : "";
}

function httpStatus({ $metadata, statusCode, status, code }: SdkError): number | undefined {
  const found = [$metadata?.httpStatusCode, statusCode, status, code].map(Number);
  return found.find((value) => Number.isInteger(value) && value >= 300 && value < 600);
}

function networkReason(error: SdkError): string | undefined {
  const known = knownReason(error, NETWORK);
  if (known !== undefined) return known;
  if (causes(error).some(({ name }) => name === "TimeoutError")) return NETWORK.ETIMEDOUT;
  if (/^(aborted|socket hang up|terminated|premature close)$/i.test(String(error.message)))
    return NETWORK.ECONNRESET;
  return undefined;
}

function knownReason(
  error: SdkError,
  reasons: Readonly<Record<string, string>>,
): string | undefined {
  const known = causes(error).find(({ code }) => Object.hasOwn(reasons, String(code)));
  return known && reasons[String(known.code)];
}

/** The error, and what it was caused by. */
function causes(error: SdkError): SdkError[] {
  const found: SdkError[] = [];
  for (let each: SdkError | undefined = error; each && found.length < 5; ) {
    found.push(each);
    const inner: unknown = each.cause ?? (Array.isArray(each.errors) ? each.errors[0] : undefined);
    each = typeof inner === "object" && inner !== null ? inner : undefined;
  }
  return found;
}

function attempts({ $metadata }: SdkError): string {
  const count = Number($metadata?.attempts);
  return count > 1 ? ` after ${count} attempts` : "";
}

/** The store's code for it, if there is one: "AccessDenied". */
function detail({ name, code }: SdkError): string {
  const found = [name, code].find(
    (each) => typeof each === "string" && /^[A-Z][A-Za-z]{3,60}$/.test(each) && !GENERIC.has(each),
  );
  return typeof found === "string" ? ` ${found}` : "";
}

const GENERIC: ReadonlySet<string> = new Set(["Error", "RestError", "ApiError"]);

/** The first line of the SDK's message, truncated. */
function said({ message }: SdkError): string {
  const text = typeof message === "string" && message !== "" ? message : "no reason given";
  const [line = ""] = text.split(/[\r\n]/);
  return line.slice(0, 200).replace(/\.$/, "");
}
