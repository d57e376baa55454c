import type { RequestTrace, TracePoint } from "../types.ts";

/** Compute times of the steps of one ensemble request, in ns. */
export interface ComputeTotals {
  inputNs: number;
  inferNs: number;
  outputNs: number;
}

/**
 * The trace of one step: adds its compute times to the ensemble's (rule ENSEMBLE-10), and forwards everything to the step's
 * own trace if the request is sampled.
 */
export class StepTrace implements RequestTrace {
  readonly #totals: ComputeTotals;
  readonly #sampled: RequestTrace | undefined;
  #computeStart = 0;
  #inputEnd = 0;
  #outputStart = 0;

  constructor(totals: ComputeTotals, sampled: RequestTrace | undefined) {
    this.#totals = totals;
    this.#sampled = sampled;
  }

  stamp(point: TracePoint, atNs: number): void {
    this.#sampled?.stamp(point, atNs);
    if (point === "COMPUTE_START") this.#computeStart = atNs;
    else if (point === "COMPUTE_INPUT_END") this.#inputEnd = atNs;
    else if (point === "COMPUTE_OUTPUT_START") this.#outputStart = atNs;
    else if (point === "COMPUTE_END") {
      this.add({
        inputNs: Math.max(0, this.#inputEnd - this.#computeStart),
        inferNs: Math.max(0, this.#outputStart - this.#inputEnd),
        outputNs: Math.max(0, atNs - this.#outputStart),
      });
    }
  }

  /** Adds the compute times of an ensemble that is this step. */
  add({ inputNs, inferNs, outputNs }: ComputeTotals): void {
    this.#totals.inputNs += inputNs;
    this.#totals.inferNs += inferNs;
    this.#totals.outputNs += outputNs;
  }

  served(by: Parameters<RequestTrace["served"]>[0]): void {
    this.#sampled?.served(by);
  }

  failed(error: Error): void {
    this.#sampled?.failed(error);
  }

  tensors(...of: Parameters<NonNullable<RequestTrace["tensors"]>>): void {
    this.#sampled?.tensors?.(...of);
  }

  /** Starts the trace of a step of the ensemble that is this step. */
  child(modelName: string): RequestTrace {
    return this.#sampled?.child(modelName) ?? this;
  }

  get sampled(): RequestTrace | undefined {
    return this.#sampled;
  }
}
