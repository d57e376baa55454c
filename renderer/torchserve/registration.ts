import { MAX_WORKERS } from "./scaling.ts";

/** The form's values. */
export interface Registration {
  readonly url: string;
  readonly model: string;
  readonly initialWorkers: string;
  readonly batchSize: string;
  readonly maxBatchDelayMs: string;
}

export const FIRST_REGISTRATION: Registration = {
  url: "",
  model: "",
  initialWorkers: "1",
  batchSize: "1",
  maxBatchDelayMs: "100",
};

const bounds = {
  initialWorkers: [0, MAX_WORKERS],
  batchSize: [1, 100_000],
  maxBatchDelayMs: [0, 3_600_000],
} as const;

type Wrong = Partial<Record<keyof Registration, string>>;

/** The request, or the errors by field. */
export function readRegistration(typed: Registration) {
  const wrong: Wrong = {};
  if (typed.url.trim() === "") wrong.url = "Enter the archive's name.";
  const number = (key: keyof typeof bounds): number => {
    const [least, most] = bounds[key];
    const value = /^\d{1,9}$/.test(typed[key].trim()) ? Number(typed[key]) : Number.NaN;
    if (!(value >= least && value <= most)) wrong[key] = `A whole number from ${least} to ${most}.`;
    return value;
  };
  const values = {
    url: typed.url.trim(),
    model: typed.model.trim(),
    initialWorkers: number("initialWorkers"),
    batchSize: number("batchSize"),
    maxBatchDelayMs: number("maxBatchDelayMs"),
  };
  return { values: Object.keys(wrong).length === 0 ? values : null, wrong };
}
