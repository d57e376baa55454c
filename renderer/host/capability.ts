import type { ServerCapability, ServerStatus } from "../../main/contract/index.ts";
import { isRecognised, productName } from "./kinds.tsx";

type Asked = Pick<ServerStatus, "kind" | "capabilities">;
type Known = Asked & Pick<ServerStatus, "state" | "version" | "batchdeck">;

/** Whether a server has Triton's statistics, and thus the full screens. A Triton may not have answered yet. */
export const isTriton = ({ kind, capabilities }: Asked): boolean =>
  kind === "embedded" || kind === "triton" || capabilities.includes("statistics");

/** Whether it can serve a model with another configuration, rather than only load it. */
export const takesConfigs = ({ capabilities }: Pick<ServerStatus, "capabilities">): boolean =>
  capabilities.includes("load") && capabilities.includes("configuration");

/** Whether its connection lacks a gRPC address, which the extra data of Batchdeck's own engine needs. */
export const lacksGrpc = ({ endpoints }: Pick<ServerStatus, "endpoints">): boolean =>
  endpoints?.grpc === "";

export type Screen =
  | "advice"
  | "tuning"
  | "traces"
  | "configuration"
  | "what-if"
  | "experiments"
  | "try"
  | "details";

interface Need {
  readonly name: string;
  /** Any one of these is enough; empty: only Triton has it. */
  readonly anyOf: readonly ServerCapability[];
  /** What the screen needs. */
  readonly because: string;
  readonly instead: string;
}

const needs: Record<Screen, Need> = {
  advice: {
    name: "Advice",
    anyOf: [],
    because: "it is drawn from Triton's statistics of every model, batch and queue",
    instead: "The charts of the server show what it reports.",
  },
  tuning: {
    name: "Tuning",
    anyOf: [],
    because: "it changes a model's configuration through Triton's model control",
    instead: "Serve the model with Triton or the embedded engine to tune it.",
  },
  traces: {
    name: "Traces",
    anyOf: [],
    because: "they are switched on and read through Triton's trace settings",
    instead: "Serve the model with Triton or the embedded engine to trace it.",
  },
  configuration: {
    name: "Configuration",
    anyOf: ["configuration"],
    because: "it is Triton's ModelConfig that is read and written",
    instead: "This server is configured where it is started.",
  },
  "what-if": {
    name: "What-if",
    anyOf: [],
    because: "it is predicted from Triton's statistics of batches",
    instead: "Serve the model with Triton or the embedded engine to predict it.",
  },
  experiments: {
    name: "Experiments",
    anyOf: ["inference", "chat"],
    because:
      "the lab sends requests of the Open Inference Protocol (KServe v2) or OpenAI's chat API",
    instead: "Put a server with the Open Inference Protocol (KServe v2) in front of the model.",
  },
  try: {
    name: "Try it",
    anyOf: ["inference", "chat"],
    because: "requests use the Open Inference Protocol (KServe v2) or OpenAI's chat API",
    instead: "Put a server with the Open Inference Protocol (KServe v2) in front of the model.",
  },
  details: {
    name: "Details",
    anyOf: ["configuration"],
    because: "tensors and instances are read from Triton's model configuration",
    instead: "The table of models shows what the server reports.",
  },
};

export interface Lack {
  /** Of the screen. */
  readonly name: string;
  /** Why it is empty, and what would fill it. */
  readonly why: string;
}

/** Null if the server can fill the screen. */
export function findLack(screen: Screen, server: Known): Lack | null {
  const { name, anyOf, because, instead } = needs[screen];
  if (isTriton(server) || anyOf.some((each) => server.capabilities.includes(each))) return null;
  if (!isRecognised(server))
    return { name, why: "Not detected yet. This page fills once the server is known." };
  return { name, why: `${productName(server)} has none, since ${because}. ${instead}` };
}

export const SCREENS = Object.keys(needs) as Screen[];
