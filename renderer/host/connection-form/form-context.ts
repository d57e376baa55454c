import { createContext, use } from "react";
import { errorAt, type FieldError, type FieldName } from "./field-errors.ts";
import type { ConnectionForm } from "./form.ts";

export interface FormState {
  readonly form: ConnectionForm;
  readonly change: (part: Partial<ConnectionForm>) => void;
  readonly error: FieldError | null;
  /** What the server turned out to be when it was asked; null before. */
  readonly found: ConnectionForm["kind"] | null;
}

export const FormContext = createContext<FormState | null>(null);

/** The form that is filled in, and the way to change it. */
export function useForm() {
  const context = use(FormContext);
  if (!context) throw new Error("useForm needs a FormContext above it.");
  const { error, ...rest } = context;
  return { ...rest, errorOf: (name: FieldName) => errorAt(error, name) };
}
