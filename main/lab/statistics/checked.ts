import { StatusError } from "../../../base/status-error.ts";

const refuse = (field: string, value: number, right: string): never => {
  throw new StatusError("INVALID_ARGUMENT", `${field} is ${value}; give ${right}.`, {
    details: { field, value },
  });
};

/** A percentile in percent as a share between 0 and 1, both exclusive. */
export function checkedShare(percentile: number): number {
  if (!(percentile > 0 && percentile < 100)) {
    refuse("percentile", percentile, "a number above 0 and below 100");
  }
  return percentile / 100;
}

export function checkedConfidence(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    refuse("confidence", confidence, "a number above 0 and below 1");
  }
  return confidence;
}

/** A whole number from `least` on. */
export function checkedCount(field: string, count: number, least = 0): number {
  if (!Number.isSafeInteger(count) || count < least) {
    refuse(field, count, `a whole number of at least ${least}`);
  }
  return count;
}

/** Finite numbers from 0 on, as figures of a measurement are. */
export function checkedFigures(field: string, figures: readonly number[]): readonly number[] {
  for (const figure of figures) {
    if (!(figure >= 0 && figure < Number.POSITIVE_INFINITY)) {
      refuse(field, figure, "a finite number of at least 0");
    }
  }
  return figures;
}
