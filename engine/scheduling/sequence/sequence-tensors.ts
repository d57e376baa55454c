import { stateOutputs } from "../../config/sequence-tensors.ts";
import type { ModelConfig } from "../../config/types.ts";
import type { BatchJob, Executed } from "../../models/job.ts";
import { type ModelIo, modelIo } from "../../requests/model-io.ts";
import type { NormalizedRequest } from "../../requests/normalize.ts";
import type { RequestedOutput } from "../../types.ts";
import { ControlTensors } from "./control-tensors.ts";
import type { CorrelationId } from "./correlation.ts";
import { ImplicitState, type InitialStateData, type States, zeroed } from "./implicit-state.ts";
import type { Sequence, SequenceRequest } from "./sequence.ts";

/** A model's tensors as batches have them: including the outputs with the next implicit state. */
export function executedIo(config: ModelConfig, io: ModelIo): ModelIo {
  if (config.sequence_batching === undefined) return io;
  return modelIo({ ...config, output: [...config.output, ...stateOutputs(config)] });
}

/** Adds controls and states to the requests of sequences, and removes states from their responses. */
export class SequenceTensors {
  readonly #controls: ControlTensors;
  readonly #state: ImplicitState;
  /** Outputs that clients may see. */
  readonly #visible: ReadonlySet<string>;

  constructor(config: ModelConfig, initialStates: InitialStateData) {
    this.#controls = new ControlTensors(config);
    this.#state = new ImplicitState(config, initialStates);
    this.#visible = new Set(config.output.map(({ name }) => name));
  }

  /** Throws INVALID_ARGUMENT for an id that doesn't fit in the model's tensor. */
  checkId(id: CorrelationId): void {
    this.#controls.checkId(id);
  }

  /** Requests with equal keys may share a batch. */
  shapeKey(sequence: Sequence, request: SequenceRequest): string {
    return request.job.request.shapeKey + this.#state.shapeKey(this.#statesFor(sequence, request));
  }

  /**
   * The request for the model. Its job updates the sequence's state, then passes the response on without it; `onOver` is
   * called after the request's last response or its failure.
   */
  job(
    sequence: Sequence,
    { job, start, end, iteration }: SequenceRequest,
    onOver: (failed: boolean) => void,
  ): BatchJob {
    if (start) sequence.states = this.#state.initial;
    let over = false;
    const leave = (failed: boolean, before?: () => void) => {
      if (over) return;
      over = true;
      before?.();
      onOver(failed);
    };
    const finish = (failed: boolean) => leave(failed, iteration?.over);
    const again = iteration?.rescheduled;
    const controls = this.#controls.inputs({ id: sequence.id, start, end, ready: true });
    const request = iteration ? flagged(job.request, { id: sequence.id, start, end }) : job.request;
    return {
      request: this.#extended(request, [...controls, ...sequence.states]),
      queuedAt: job.queuedAt,
      ...(again && { rescheduled: (stamps) => leave(false, () => again(stamps)) }),
      completed: (result, final, stamps) => {
        if (result) sequence.states = this.#state.next(sequence.states, result.outputs);
        job.completed(result && this.#withoutStates(job.request, result), final, stamps);
        if (final) finish(false);
      },
      failed: (reason, error) => {
        job.failed(reason, error);
        finish(true);
      },
    };
  }

  /** Fills an empty slot in the batch of `example`: same shapes, zeros, not ready. Its response is dropped. */
  nullJob(sequence: Sequence, example: SequenceRequest): BatchJob {
    const { request, queuedAt } = example.job;
    const { modelName, modelVersion, outputs } = request.source;
    const controls = this.#controls.inputs({
      id: undefined,
      start: false,
      end: false,
      ready: false,
    });
    const states = this.#statesFor(sequence, example);
    const blank = {
      ...request,
      source: { modelName, modelVersion, id: "", parameters: {}, inputs: [], outputs },
      inputs: request.inputs.map(zeroed),
    };
    return {
      request: this.#extended(blank, [...controls, ...states.map(zeroed)]),
      queuedAt,
      filler: true,
      completed: () => {},
      failed: () => {},
    };
  }

  #statesFor(sequence: Sequence, { start }: SequenceRequest): States {
    return start ? this.#state.initial : sequence.states;
  }

  #extended(request: NormalizedRequest, inputs: States): NormalizedRequest {
    const { source } = request;
    return {
      ...request,
      source: { ...source, outputs: this.#withStates(source.outputs) },
      inputs: [...request.inputs, ...inputs],
    };
  }

  /** A request that names outputs needs those of the state too. */
  #withStates(outputs: readonly RequestedOutput[]): readonly RequestedOutput[] {
    if (outputs.length === 0) return outputs;
    const missing = this.#state.outputNames.filter(
      (state) => !outputs.some(({ name }) => name === state),
    );
    return [...outputs, ...missing.map((name) => ({ name, classification: 0 }))];
  }

  #withoutStates({ source }: NormalizedRequest, result: Executed): Executed {
    if (this.#state.outputNames.length === 0) return result;
    const { outputs } = source;
    const asked = (name: string) =>
      outputs.length === 0
        ? this.#visible.has(name)
        : outputs.some((output) => output.name === name);
    return { ...result, outputs: result.outputs.filter(({ name }) => asked(name)) };
  }
}

/** Adds the sequence parameters, which clients need not send, for the model. */
function flagged(
  request: NormalizedRequest,
  { id, start, end }: { id: CorrelationId; start: boolean; end: boolean },
): NormalizedRequest {
  const { source } = request;
  const parameters = {
    ...source.parameters,
    sequence_id: id,
    sequence_start: start,
    sequence_end: end,
  };
  return { ...request, source: { ...source, parameters } };
}
