import { StatusError } from "../../../base/status-error.ts";

/** Fields of the form, with the contract's names. */
export type FieldName =
  | "name"
  | "kind"
  | "http"
  | "grpc"
  | "metrics"
  | "tls.ca"
  | "tls.certificate"
  | "tls.key"
  | "tls.serverName"
  | "auth.token"
  | "auth.user"
  | "auth.password"
  | "proxy"
  | "tenant"
  | "models"
  /** By lower-case header name. */
  | `headers.${string}`;

/** A rejection by the host, shown at its field. */
export interface FieldError {
  /** Null for a general error, or one of a field that the form doesn't have. */
  readonly field: string | null;
  readonly message: string;
}

export function toFieldError(error: Error | null): FieldError | null {
  if (!error) return null;
  const { details, message } = StatusError.from(error);
  const { field } = details;
  return { message, field: typeof field === "string" ? field : null };
}

/** The error to show at a field; null if it belongs elsewhere. */
export function errorAt(error: FieldError | null, name: FieldName): string | null {
  if (!error || error.field === null) return null;
  return error.field === name || error.field.startsWith(`${name}.`) ? error.message : null;
}

const KNOWN =
  /^(name|kind|http|grpc|metrics|proxy|tenant|models|tls\.(ca|certificate|key|serverName)|auth\.(token|user|password)|headers\..+)(\.|$)/;

/** The error to show above the buttons; null if a field shows it. */
export const errorElsewhere = (error: FieldError | null): string | null =>
  error && !(error.field !== null && KNOWN.test(error.field)) ? error.message : null;
