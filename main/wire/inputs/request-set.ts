import type { InputSource, Reuse } from "../../contract/index.ts";
import type { ElementValue } from "./elements.ts";
import type { Conversations } from "./chat/prepared-conversations.ts";
import type { InputSpec } from "./tensor.ts";

/** Specifies requests for one model: the same specification and files always produce the same bytes. */
export interface RequestSet {
  readonly model: string;
  /** Empty: the server chooses. */
  readonly modelVersion: string;
  readonly inputs: readonly InputSpec[];
  /** Items per request; 1 if the model does not batch. */
  readonly batchSize: number;
  readonly source: InputSource;
  /** Max distinct requests: a source with fewer gives fewer. */
  readonly distinctInputs: number;
  readonly reuse: Reuse;
  readonly checkOutputs: boolean;
  readonly seed: number;
  /** Tensors go as JSON over HTTP; absent: in binary. */
  readonly asJson?: boolean;
  /** Tokens per word of generated prompts; only of kind `chat`. */
  readonly tokens?: {
    readonly perWord: number;
    readonly overhead: number;
    readonly measured: boolean;
  };
  /** Prefix of the endpoint; absent: /v1; only of kind `chat`. */
  readonly chatInterface?: string;
}

/** An output that the response must contain. */
export interface ExpectedOutput {
  readonly name: string;
  /** As the server reports it, with the batch; null: any with this many elements. */
  readonly shape: readonly number[] | null;
  /** Elements in row-major order, to be read in the response's datatype. */
  readonly content: readonly ElementValue[] | ExpectedBytes;
}

/** A tensor's encoded bytes, if the output is BYTES and if it is anything else. */
export interface ExpectedBytes {
  readonly texts: Uint8Array;
  readonly fixed: Uint8Array;
}

/** The distinct requests of a set. Request i is the same on every call. */
export interface PreparedRequests {
  readonly count: number;
  /** How many of them differ in their contents. */
  readonly different: number;
  inputsFor(request: number): readonly InputSpec[];
  /** `contentsFor(i)[k]` belongs to `inputsFor(i)[k]`. */
  contentsFor(request: number): readonly Uint8Array[];
  /** Null: nothing to check. */
  expectedFor(request: number): readonly ExpectedOutput[] | null;
  /**
   * Requests are made when they are sent, since together they exceed what a run may hold. `contentsFor(count + i)` is
   * request i of the warm-up. `instants`: ms from 0 at which they are to be sent, if that is recorded.
   */
  readonly onDemand?: { readonly instants: Float64Array | null };
  /** Each request is a conversation, whose turns are made one by one. */
  readonly conversations?: Conversations;
  /** Items of a request; absent: the set's. */
  readonly itemsOf?: (request: number) => number;
  /** The group whose prefix a request, or its conversation, begins with, from 0; null: none. Absent: there are no groups. */
  readonly groupOf?: (request: number) => number | null;
  /** Data streams of a perf_analyzer file, each the requests of one sequence in order; null without any. */
  readonly sequences: readonly (readonly number[])[] | null;
}
