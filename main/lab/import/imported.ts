import { StatusError } from "../../../base/status-error.ts";
import type { Experiment } from "../../contract/index.ts";

/** All of an experiment but its id, which the store gives. `importedFrom` names the file. */
export type NewImportedExperiment = Omit<Experiment, "id" | "importedFrom"> & {
  importedFrom: string;
};

/** What is wrong with the file: where, and what would be right. */
export function refuse(where: string, wrong: string): never {
  throw new StatusError("INVALID_ARGUMENT", `${where} ${wrong}`, { details: { where } });
}

/** A value from a file as it may appear in a sentence. */
export function shown(value: unknown): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
