import type { StatusError } from "../../../base/status-error.ts";
import type { ModelDetail, ServerCapability, ServerKind } from "../../contract/index.ts";
import type { Observation } from "../observation.ts";
import type { Session } from "../session.ts";

/** A server whose responses a test sets. */
export class FakeSession implements Session {
  readonly kind: ServerKind;
  readonly version: string | null;
  readonly batchdeck = false;
  readonly capabilities: readonly ServerCapability[] = ["load"];
  readonly insight = null;
  /** What calls reject with. */
  problem: StatusError | null = null;
  incarnation: string | null = null;
  loading: Promise<void> = Promise.resolve();
  loads = 0;
  closed = false;

  constructor({ kind = "triton", version = "1" }: Partial<Pick<Session, "kind" | "version">> = {}) {
    this.kind = kind;
    this.version = version;
  }

  observe(): Promise<Observation> {
    const { incarnation } = this;
    return this.#answer({ incarnation, models: [], figures: [], exposition: null });
  }

  repositoryIndex() {
    return this.#answer([]);
  }

  statistics() {
    return this.#answer([]);
  }

  telemetry() {
    return this.#answer({ engineId: "", uptimeNs: 0, models: [] });
  }

  modelDetail(): Promise<ModelDetail> {
    throw new TypeError("not asked for");
  }

  async load(): Promise<void> {
    this.loads += 1;
    await this.loading;
    await this.#answer(undefined);
  }

  unload() {
    return this.#answer(undefined);
  }

  [Symbol.dispose](): void {
    this.closed = true;
  }

  #answer<T>(value: T): Promise<T> {
    return this.problem ? Promise.reject(this.problem) : Promise.resolve(value);
  }
}
