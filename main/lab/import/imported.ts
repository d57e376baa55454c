import { StatusError } from "../../../base/status-error.ts";
import {
  type Arrivals,
  type Experiment,
  type ExperimentStep,
  type Load,
  MAX_CLIENTS,
  MAX_PER_SECOND,
} from "../../contract/index.ts";

/** An experiment without its id, which the store assigns. `importedFrom` names the file. */
export type NewImportedExperiment = Omit<Experiment, "id" | "importedFrom"> & {
  importedFrom: string;
};

/** An error in the file: where, and what would be right. */
export function refuse(where: string, wrong: string): never {
  throw new StatusError("INVALID_ARGUMENT", `${where} ${wrong}`, { details: { where } });
}

/** A value from a file, safe for a message. */
export function shown(value: unknown): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** For a file without the environment of its runs. */
export const UNKNOWN_ENVIRONMENT: Experiment["environment"] = {
  server: "unknown",
  serverVersion: null,
  configText: "",
  cpus: 0,
  cpuModel: "unknown",
  memoryBytes: 0,
  platform: "unknown",
  fingerprint: "",
  sameMachine: false,
};

const MAX_STEPS = 64;

/** The loads of imported steps, as far as a plan can represent them. */
export function planLoad(
  steps: readonly ExperimentStep[],
  kind: "concurrency" | "rate",
  arrivals: Arrivals,
): Load {
  const [least, most] = kind === "concurrency" ? [1, MAX_CLIENTS] : [0.01, MAX_PER_SECOND];
  const values = [...new Set(steps.map(({ load }) => within(load.value, least, most)))]
    .sort((a, b) => a - b)
    .slice(0, MAX_STEPS);
  return kind === "concurrency"
    ? { kind, levels: values, thinkMs: 0 }
    : { kind, rates: values, arrivals };
}

export const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));
