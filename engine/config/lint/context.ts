import type { ModelConfig, ModelFileSignature } from "../types.ts";

/** What advice may know next to the text. Whatever is left out is unknown, and nothing is concluded from it. */
export interface LintContext {
  /** Which server the configuration is for; they differ in what limits and defaults cost. */
  readonly server?: "triton" | "embedded";
  /** Of the server's machine. */
  readonly cores?: number;
  /** Ids of the server's GPUs. */
  readonly gpus?: readonly number[];
  /** Whether the server has a response cache. */
  readonly cache?: boolean;
  /** Whether the server completes configurations from the models' files. */
  readonly autoComplete?: boolean;
  /** What most requests are to be answered within, in milliseconds. */
  readonly latencyObjectiveMs?: number;
  /** Requests per second that are expected. */
  readonly requestRate?: number;
  /** How busy the GPUs are, from 0 to 1. */
  readonly gpuUtilization?: number;
  /** The other models of the repository. */
  readonly models?: readonly OtherModel[];
}

export interface OtherModel {
  readonly name: string;
  readonly config: ModelConfig;
  readonly signature?: ModelFileSignature;
}
