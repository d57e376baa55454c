import type { ModelDetail, ServerCapability, ServerKind } from "../../contract/index.ts";
import type { GrpcClient, ServerHttp } from "../../wire/transport/index.ts";
import type { Observation } from "../observation.ts";

/** Clients for the endpoints of a server; null where the user entered no address. */
export interface Reach {
  readonly http: ServerHttp | null;
  /** For metrics; falls back to `http` without an address of its own. */
  readonly metrics: ServerHttp | null;
  readonly grpc: GrpcClient | null;
  /** Models that the user listed, for servers that don't list their own. */
  readonly models?: readonly string[];
}

export interface Recognised {
  readonly version: string | null;
  /** Capabilities beyond its kind's. */
  readonly beyond?: readonly ServerCapability[];
}

/**
 * A kind of server, observed over its own interfaces. Stateless: each call gets a connection. All calls except those of
 * `control` only read; they reject with StatusErrors.
 */
export interface ObservedKind {
  readonly kind: ServerKind;
  readonly name: string;
  readonly capabilities: readonly ServerCapability[];
  /**
   * Whether the server is of this kind; null if it is not. `asked` receives each request and its response, one line
   * each, for the user. Rejects only if nothing responds at all.
   */
  recognise(reach: Reach, asked: ProbeLog, signal?: AbortSignal): Promise<Recognised | null>;
  /** `version`: as recognised, for hints that depend on it; null if unknown. */
  observe(reach: Reach, signal?: AbortSignal, version?: string | null): Promise<Observation>;
  /** A model's inputs and outputs; for kinds with `inference`. NOT_FOUND names the model. */
  modelDetail?(
    reach: Reach,
    serverId: string,
    model: string,
    signal?: AbortSignal,
  ): Promise<ModelDetail>;
  /** For kinds that can load and unload models, though not with a chosen configuration. */
  readonly control?: ModelControl;
}

/** Each call is sent once and resolves when it took effect; rejects with StatusErrors in the server's words. */
export interface ModelControl {
  load(reach: Reach, model: string, signal?: AbortSignal): Promise<void>;
  unload(reach: Reach, model: string, signal?: AbortSignal): Promise<void>;
}

export type ProbeLog = (question: string, answer: string, spoke: boolean) => void;
