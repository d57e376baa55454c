import type { ModelDetail, ServerCapability, ServerKind } from "../../contract/index.ts";
import type { GrpcClient, ServerHttp } from "../../wire/transport/index.ts";
import type { Observation } from "../observation.ts";

/** The ways to a server there are; null where a person gave no address. */
export interface Reach {
  readonly http: ServerHttp | null;
  /** Where its metrics are; falls back to `http` where no address was given. */
  readonly metrics: ServerHttp | null;
  readonly grpc: GrpcClient | null;
  /** Models that a person named, for a server that does not list its own. */
  readonly models?: readonly string[];
}

export interface Recognised {
  readonly version: string | null;
  /** What this one offers beyond its kind's capabilities. */
  readonly beyond?: readonly ServerCapability[];
}

/**
 * A kind of server that is observed over its own interfaces. Stateless: a connection is handed in with each call.
 * Calls only read, but for those of `control`, and reject with StatusErrors.
 */
export interface ObservedKind {
  readonly kind: ServerKind;
  readonly name: string;
  readonly capabilities: readonly ServerCapability[];
  /**
   * Whether this is what answers; null where something else does. `asked` gets each question and its answer, one
   * line each, for the person who wonders why. Rejects only where nothing answers at all.
   */
  recognise(reach: Reach, asked: Asked, signal?: AbortSignal): Promise<Recognised | null>;
  /** `version`: as recognised, for hints that depend on it; null where it is not known. */
  observe(reach: Reach, signal?: AbortSignal, version?: string | null): Promise<Observation>;
  /** What a model takes and gives; where the kind has `inference`. NOT_FOUND names the model. */
  modelDetail?(
    reach: Reach,
    serverId: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<ModelDetail>;
  /** Where the kind can be asked to load and unload models, though not with which configuration. */
  readonly control?: ModelControl;
}

/** Each call goes out once and resolves when it took effect; rejects with StatusErrors in the server's words. */
export interface ModelControl {
  load(reach: Reach, model: string, signal?: AbortSignal): Promise<void>;
  unload(reach: Reach, model: string, signal?: AbortSignal): Promise<void>;
}

export type Asked = (question: string, answer: string, spoke: boolean) => void;
