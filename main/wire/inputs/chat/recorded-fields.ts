import { z } from "zod";

/** Fields of a request's body, as a file has them. */
export type JsonFields = Readonly<Record<string, unknown>>;

export const optionalFields = z.record(z.string(), z.unknown()).nullish();

/** What recorded requests have in place of, or next to, what a plan gives them (LAB-TRACE-19). */
export interface RecordedFields {
  /** They replace fields of the same names. */
  readonly fields?: JsonFields;
  /** The fields are the whole body. */
  readonly isVerbatim?: boolean;
}
