import { StatusError } from "../../../base/status-error.ts";

/** Fields of the form, named as the contract names them. */
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
  /** By its name in lower case. */
  | `headers.${string}`;

/** A refusal of the host, shown at the field that it is about. */
export interface FieldError {
  /** Null: about none, or one that the form does not have. */
  readonly field: string | null;
  readonly message: string;
}

export function toFieldError(error: Error | null): FieldError | null {
  if (!error) return null;
  const { details, message } = StatusError.from(error);
  const { field } = details;
  return { message, field: typeof field === "string" ? field : null };
}

/** The sentence to show at a field; null where the error is about something else. */
export function errorAt(error: FieldError | null, name: FieldName): string | null {
  if (!error || error.field === null) return null;
  return error.field === name || error.field.startsWith(`${name}.`) ? error.message : null;
}

const KNOWN =
  /^(name|kind|http|grpc|metrics|proxy|tenant|models|tls\.(ca|certificate|key|serverName)|auth\.(token|user|password)|headers\..+)(\.|$)/;

/** The sentence to show above the buttons; null where a field has it. */
export const errorElsewhere = (error: FieldError | null): string | null =>
  error && !(error.field !== null && KNOWN.test(error.field)) ? error.message : null;
