import { createContext, use } from "react";
import { errorAt, type FieldError, type FieldName } from "./field-errors.ts";
import type { ConnectionForm } from "./form.ts";

export interface FormState {
  readonly form: ConnectionForm;
  readonly change: (part: Partial<ConnectionForm>) => void;
  readonly error: FieldError | null;
  /** The detected kind of server; null before a test. */
  readonly found: ConnectionForm["kind"] | null;
}

export const FormContext = createContext<FormState | null>(null);

/** The form's values, and a function that changes them. */
export function useForm() {
  const context = use(FormContext);
  if (!context) throw new Error("useForm needs a FormContext above it.");
  const { error, ...rest } = context;
  return { ...rest, errorOf: (name: FieldName) => errorAt(error, name) };
}
