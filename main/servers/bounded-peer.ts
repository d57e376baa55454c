import { ModelLimits } from "./model-limits.ts";
import type { Peer } from "./peer.ts";

/** A peer whose answers hold no more models, and no longer names, than the console shows (SERVER-T20). */
export class BoundedPeer implements Peer {
  readonly #peer: Peer;
  readonly #limits: ModelLimits;

  /** `report`: called with a sentence when what is left out of the answers changes. */
  constructor(peer: Peer, report: (message: string) => void) {
    this.#peer = peer;
    this.#limits = new ModelLimits(report);
  }

  get kind() {
    return this.#peer.kind;
  }

  get version() {
    return this.#peer.version;
  }

  get batchdeck() {
    return this.#peer.batchdeck;
  }

  get capabilities() {
    return this.#peer.capabilities;
  }

  get insight() {
    return this.#peer.insight;
  }

  get repositoryProblem() {
    return this.#peer.repositoryProblem ?? null;
  }

  async observe(signal?: AbortSignal) {
    return this.#limits.observation(await this.#peer.observe(signal));
  }

  async repositoryIndex(signal?: AbortSignal) {
    return this.#limits.index(await this.#peer.repositoryIndex(signal));
  }

  async statistics(model: string, signal?: AbortSignal) {
    return this.#limits.statistics(await this.#peer.statistics(model, signal));
  }

  telemetry(signal?: AbortSignal) {
    return this.#peer.telemetry(signal);
  }

  modelDetail(model: string, signal?: AbortSignal) {
    return this.#peer.modelDetail(model, signal);
  }

  load(model: string, configJson?: string, signal?: AbortSignal) {
    return this.#peer.load(model, configJson, signal);
  }

  unload(model: string, signal?: AbortSignal) {
    return this.#peer.unload(model, signal);
  }

  [Symbol.dispose](): void {
    this.#peer[Symbol.dispose]();
  }
}
