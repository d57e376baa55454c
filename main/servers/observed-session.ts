import { StatusError } from "../../base/status-error.ts";
import type { ModelDetail, ServerCapability, ServerKind } from "../contract/index.ts";
import type { ObservedKind, Reach, Recognised } from "./kinds/kind.ts";
import type { Observation } from "./observation.ts";
import type { Session } from "./session.ts";

/** A session with a server of an observed kind. Calls that the kind lacks are UNIMPLEMENTED. */
export class ObservedSession implements Session {
  readonly kind: ServerKind;
  readonly version: string | null;
  readonly batchdeck = false;
  readonly capabilities: readonly ServerCapability[];
  readonly insight = null;
  readonly #serverId: string;
  readonly #kind: ObservedKind;
  readonly #reach: Reach & Disposable;

  /** The session closes the reach. */
  constructor(
    serverId: string,
    kind: ObservedKind,
    { version, beyond = [] }: Recognised,
    reach: Reach & Disposable,
  ) {
    this.kind = kind.kind;
    this.version = version;
    this.capabilities = [...kind.capabilities, ...beyond];
    this.#serverId = serverId;
    this.#kind = kind;
    this.#reach = reach;
  }

  observe(signal?: AbortSignal): Promise<Observation> {
    return this.#kind.observe(this.#reach, signal, this.version);
  }

  modelDetail(model: string, signal?: AbortSignal): Promise<ModelDetail> {
    return (
      this.#kind.modelDetail?.(this.#reach, this.#serverId, model, signal) ??
      this.#without("doesn't report the inputs and outputs of its models")
    );
  }

  repositoryIndex(): Promise<never> {
    return this.#without("has no repository index");
  }

  statistics(): Promise<never> {
    return this.#without("doesn't have Triton's statistics");
  }

  telemetry(): Promise<never> {
    return this.#without("does not offer this: it needs Batchdeck's own engine");
  }

  load(model: string, configJson?: string, signal?: AbortSignal): Promise<void> {
    if (configJson !== undefined) return this.#without("takes no configuration with a load");
    return (
      this.#kind.control?.load(this.#reach, model, signal) ??
      this.#without("has no call to load a model")
    );
  }

  unload(model: string, signal?: AbortSignal): Promise<void> {
    return (
      this.#kind.control?.unload(this.#reach, model, signal) ??
      this.#without("has no call to unload a model")
    );
  }

  [Symbol.dispose](): void {
    this.#reach[Symbol.dispose]();
  }

  #without(what: string): Promise<never> {
    return Promise.reject(new StatusError("UNIMPLEMENTED", `${this.#kind.name} ${what}.`));
  }
}
