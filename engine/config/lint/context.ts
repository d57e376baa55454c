import type { ModelConfig, ModelFileSignature } from "../types.ts";

/** What is known besides the text. Unknown properties are left out, and no advice is based on them. */
export interface LintContext {
  /** The server that the configuration is for; limits and defaults cost differently on each. */
  readonly server?: "triton" | "embedded";
  /** CPU cores of the server's machine. */
  readonly cores?: number;
  /** Ids of the server's GPUs. */
  readonly gpus?: readonly number[];
  /** Whether the server has a response cache. */
  readonly cache?: boolean;
  /** Whether the server completes configurations from model files. */
  readonly autoComplete?: boolean;
  /** Latency objective for most requests, in milliseconds. */
  readonly latencyObjectiveMs?: number;
  /** Expected requests per second. */
  readonly requestRate?: number;
  /** Utilization of the GPUs, from 0 to 1. */
  readonly gpuUtilization?: number;
  /** The other models of the repository. */
  readonly models?: readonly OtherModel[];
}

export interface OtherModel {
  readonly name: string;
  readonly config: ModelConfig;
  readonly signature?: ModelFileSignature;
}
