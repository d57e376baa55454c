import type { InputSource, Reuse } from "../../contract/index.ts";
import type { ElementValue } from "./elements.ts";
import type { InputSpec } from "./tensor.ts";

/** A description of requests for one model: the same description and files always make the same bytes. */
export interface RequestSet {
  readonly model: string;
  /** Empty: the server chooses. */
  readonly modelVersion: string;
  readonly inputs: readonly InputSpec[];
  /** Items per request; 1 where the model does not batch. */
  readonly batchSize: number;
  readonly source: InputSource;
  /** Different requests, at most: a source that holds fewer gives fewer. */
  readonly distinctInputs: number;
  readonly reuse: Reuse;
  readonly checkOutputs: boolean;
  readonly seed: number;
  /** Over HTTP tensors go as JSON; left out: in binary. */
  readonly asJson?: boolean;
  /** What words of generated prompts are in tokens; only of kind `chat`. */
  readonly tokens?: {
    readonly perWord: number;
    readonly overhead: number;
    readonly measured: boolean;
  };
  /** In front of the endpoint; left out: /v1; only of kind `chat`. */
  readonly chatInterface?: string;
}

/** An output that an answer must hold. */
export interface ExpectedOutput {
  readonly name: string;
  /** As the server gives it, with the batch; null: any, of this many elements. */
  readonly shape: readonly number[] | null;
  /** Elements in row-major order; the answer's datatype decides how they are read. */
  readonly content: readonly ElementValue[] | ExpectedBytes;
}

/** A tensor's bytes as on the wire, where the output is BYTES and where it is anything else. */
export interface ExpectedBytes {
  readonly texts: Uint8Array;
  readonly fixed: Uint8Array;
}

/** The different requests of a set. Request i is the same whenever it is asked for. */
export interface PreparedRequests {
  readonly count: number;
  /** How many of them differ in their contents. */
  readonly different: number;
  inputsOf(request: number): readonly InputSpec[];
  /** `contentsOf(i)[k]` belongs to `inputsOf(i)[k]`. */
  contentsOf(request: number): readonly Uint8Array[];
  /** Null: nothing is to be checked. */
  expectedOf(request: number): readonly ExpectedOutput[] | null;
  /** Data streams of a perf_analyzer file, each the requests of one sequence in order; null without any. */
  readonly sequences: readonly (readonly number[])[] | null;
}
