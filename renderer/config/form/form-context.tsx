import { createContext, use } from "react";
import type { Finding } from "../../../engine/config/index.ts";

/** Findings by path, for the controls of the form. */
const Context = createContext<ReadonlyMap<string, readonly Finding[]>>(new Map());

export const FormFindings = Context.Provider;

export function useFormFindings(): ReadonlyMap<string, readonly Finding[]> {
  return use(Context);
}
