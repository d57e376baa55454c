import { StatusError } from "../../../base/status-error.ts";
import type { Experiment } from "../../contract/index.ts";

/** An experiment without its id, which the store assigns. `importedFrom` names the file. */
export type NewImportedExperiment = Omit<Experiment, "id" | "importedFrom"> & {
  importedFrom: string;
};

/** What is wrong with the file: where, and what would be right. */
export function refuse(where: string, wrong: string): never {
  throw new StatusError("INVALID_ARGUMENT", `${where} ${wrong}`, { details: { where } });
}

/** A value from a file, safe for a message. */
export function shown(value: unknown): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
