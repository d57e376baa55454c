import type { Executed } from "../models/job.ts";
import type { ModelVersion } from "../models/model-version.ts";
import { StatusError } from "../../base/status-error.ts";
import type { InputSpec, ModelIo, OutputSpec } from "../requests/model-io.ts";
import { type NormalizedRequest, requestPrefix } from "../requests/normalize.ts";
import { reshapeDims } from "../requests/reshape.ts";
import type {
  InferRequest,
  InferResponse,
  InputTensor,
  OutputTensor,
  WireDatatype,
} from "../types.ts";
import type { Needed, PlanStep } from "./plan.ts";
import type { StepLimiter } from "./step-limiter.ts";
import { type ComputeTotals, StepTrace } from "./step-trace.ts";
import { sequenceForStep, stepRequest } from "./step-request.ts";
import {
  type EnsembleTensor,
  fromInput,
  fromOutput,
  handedOnShape,
  type SequenceParameters,
  TensorSeries,
  type TensorValue,
} from "./tensors.ts";

/** A step as the ensemble runs it. */
export interface RunnableStep {
  readonly version: ModelVersion;
  readonly limiter: StepLimiter;
}

export interface EnsembleRunOptions {
  readonly request: NormalizedRequest;
  readonly io: ModelIo;
  readonly decoupled: boolean;
  readonly needed: Needed;
  /** By step index. */
  readonly steps: readonly RunnableStep[];
  /** Collects the steps' compute times. */
  readonly totals: ComputeTotals;
  readonly respond: (result: Executed | undefined, final: boolean) => void;
  /** Called at most once, instead of a final response. */
  readonly fail: (error: StatusError) => void;
}

/** A step with all of its inputs. */
interface ReadyStep {
  readonly step: PlanStep;
  readonly iteration: number;
}

/** A tensor that received a value. */
type Updated = readonly [tensor: string, iteration: number];

/** Runs one request through an ensemble: each step runs as soon as all its inputs are available. */
export class EnsembleRun {
  readonly #options: EnsembleRunOptions;
  readonly #source: InferRequest;
  readonly #series = new Map<string, TensorSeries>();
  #inFlight = 0;
  #responded = false;
  #over = false;

  constructor(options: EnsembleRunOptions) {
    this.#options = options;
    this.#source = options.request.source;
    const { outputs, readers } = options.needed;
    for (const tensor of new Set([...readers.keys(), ...outputs])) {
      const readBySteps = readers.get(tensor)?.length ?? 0;
      this.#series.set(tensor, new TensorSeries(readBySteps + (outputs.includes(tensor) ? 1 : 0)));
    }
  }

  start(): void {
    const { io, request } = this.#options;
    const { batchSize } = request;
    const sent = new Map(request.inputs.map(({ spec, tensor }) => [spec, tensor]));
    const updated = io.inputs.flatMap((spec) => {
      const input = sent.get(spec);
      const tensor = input && this.#received(input, spec);
      return this.#put(spec.name, { tensor, batchSize, sequence: undefined });
    });
    this.#proceed(updated);
  }

  /** Fails the request unless it has ended; later responses of its steps are dropped. */
  fail(error: StatusError): void {
    if (this.#over) return;
    this.#over = true;
    this.#options.fail(error);
  }

  #put(tensor: string, value: TensorValue): Updated[] {
    const series = this.#series.get(tensor);
    return series === undefined ? [] : [[tensor, series.add(value)]];
  }

  /** Responds with what is complete, then runs the ready steps: a step may end before its call returns. */
  #proceed(updated: readonly Updated[]): void {
    const ready = this.#ready(updated);
    this.#inFlight += ready.length;
    const response = this.#complete(updated);
    const final = this.#inFlight === 0;
    if (response !== undefined) {
      this.#responded = true;
      this.#respond(response, final);
    } else if (final && (this.#responded || this.#options.decoupled)) {
      this.#respond(undefined, true);
    } else if (final) {
      this.fail(
        new StatusError(
          "INVALID_ARGUMENT",
          `${requestPrefix(this.#source.id)}unexpected deadlock, at least one output is not set while no more ensemble steps can be made`,
        ),
      );
    }
    for (const step of ready) this.#enter(step);
  }

  #ready(updated: readonly Updated[]): ReadyStep[] {
    const ready = new Map<string, ReadyStep>();
    for (const [tensor, iteration] of updated) {
      for (const step of this.#options.needed.readers.get(tensor) ?? []) {
        const complete = step.inputs.every((input) =>
          this.#series.get(input.tensor)?.has(iteration),
        );
        if (complete) ready.set(`${step.index}:${iteration}`, { step, iteration });
      }
    }
    return [...ready.values()];
  }

  #enter(ready: ReadyStep): void {
    this.#findStep(ready.step).limiter.acquire(() => {
      if (this.#over) return false;
      this.#run(ready);
      return true;
    });
  }

  #run({ step, iteration }: ReadyStep): void {
    const { version, limiter } = this.#findStep(step);
    const { needed, totals } = this.#options;
    const values = new Map<string, TensorValue | undefined>();
    for (const { tensor } of step.inputs) {
      if (!values.has(tensor)) values.set(tensor, this.#series.get(tensor)?.take(iteration));
    }
    const { trace } = this.#source;
    const sampled = trace instanceof StepTrace ? trace.sampled : trace;
    const { request, sequence, batchSize } = stepRequest({
      source: this.#source,
      step,
      io: version.io,
      values,
      outputs: needed.produced[step.index] ?? [],
      trace: new StepTrace(totals, sampled?.child(step.modelName)),
    });
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      this.#inFlight -= 1;
      limiter.release();
    };
    const onResponse = (response: InferResponse | undefined, final: boolean) => {
      if (final) end();
      if (!this.#over) this.#proceed(this.#consume(step, response, sequence, batchSize));
    };
    version.inferStream(request, onResponse).catch((error: unknown) => {
      end();
      this.fail(StatusError.from(error));
    });
  }

  /** An output that a response leaves out is left out for its readers too (rule ENSEMBLE-5). */
  #consume(
    step: PlanStep,
    response: InferResponse | undefined,
    sequence: SequenceParameters,
    batchSize: number,
  ): Updated[] {
    if (response === undefined) return [];
    const own = sequenceForStep(response.parameters, sequence);
    return step.outputs.flatMap(({ model, tensor }) => {
      const output = response.outputs.find(({ name }) => name === model);
      return this.#put(tensor, { tensor: output && fromOutput(output), batchSize, sequence: own });
    });
  }

  /** The response once all requested outputs are available, else undefined. */
  #complete(updated: readonly Updated[]): Executed | undefined {
    const { outputs } = this.#options.needed;
    const iteration = updated.find(([tensor]) => outputs.includes(tensor))?.[1];
    if (iteration === undefined) return undefined;
    if (!outputs.every((tensor) => this.#series.get(tensor)?.has(iteration))) return undefined;
    const tensors: OutputTensor[] = [];
    let sequence: SequenceParameters | undefined;
    for (const spec of this.#options.io.outputs) {
      if (!outputs.includes(spec.name)) continue;
      const value = this.#series.get(spec.name)?.take(iteration);
      sequence ??= value?.sequence;
      if (value?.tensor !== undefined) tensors.push(this.#output(spec, value));
    }
    return { outputs: tensors, parameters: { ...sequence } };
  }

  #received(input: InputTensor, { dims, reshape }: InputSpec): EnsembleTensor {
    const tensor = fromInput(input);
    return reshape ? { ...tensor, shape: this.#reshaped(tensor.shape, dims, reshape) } : tensor;
  }

  #output(spec: OutputSpec, { tensor, batchSize }: TensorValue): OutputTensor {
    const { shape, datatype, segments } = tensor as NonNullable<typeof tensor>;
    const [only] = segments;
    const handedOn = handedOnShape(
      shape,
      batchSize,
      spec.reshape ?? spec.dims,
      this.#options.request.batchSize > 0,
    );
    return {
      name: spec.name,
      datatype: datatype as WireDatatype,
      shape: spec.reshape ? this.#reshaped(handedOn, spec.reshape, spec.dims) : handedOn,
      // An input that is also an output may consist of several segments.
      data: segments.length === 1 && only ? only : Buffer.concat(segments),
    };
  }

  #reshaped(shape: readonly number[], from: readonly number[], to: readonly number[]): number[] {
    const batch = this.#options.request.batchSize > 0 ? shape.slice(0, 1) : [];
    return [...batch, ...reshapeDims(shape.slice(batch.length), from, to)];
  }

  #respond(result: Executed | undefined, final: boolean): void {
    if (final) this.#over = true;
    this.#options.respond(result, final);
  }

  #findStep({ index }: PlanStep): RunnableStep {
    return this.#options.steps[index] as RunnableStep;
  }
}
