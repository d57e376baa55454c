import { StatusError } from "../../base/status-error.ts";
import type { TuningSession } from "../contract/index.ts";
import type { Basis, SessionStore } from "./session-store.ts";
import type { TuningConfigs, TuningPlace } from "./tools.ts";

/** Changes the configurations of sessions' models, unless somebody else changed them since. */
export class SessionConfigs {
  readonly #configs: TuningConfigs;
  readonly #store: SessionStore;

  constructor(configs: TuningConfigs, store: SessionStore) {
    this.#configs = configs;
    this.#store = store;
  }

  async requireUnchanged({ id, serverId, model }: TuningSession): Promise<void> {
    const { etag } = await this.#configs.inForce(serverId, model);
    if (etag === this.#store.basis(id).etag) return;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The configuration of '${model}' was changed outside the session. Measure the baseline again to continue from it.`,
    );
  }

  /** Resolves with the session's new basis, and the file written. */
  async apply(
    session: TuningSession,
    text: string,
    note: string,
    place: TuningPlace,
  ): Promise<{ readonly basis: Basis; readonly writtenTo: string | null }> {
    await this.requireUnchanged(session);
    const { serverId, model, id } = session;
    const basis = this.#store.basis(id);
    const target = { serverId, model, etag: basis.etag };
    const { etag, writtenTo } = await this.#configs.apply(target, text, note, place);
    return { basis: { ...basis, etag }, writtenTo };
  }

  async restoreOriginal(session: TuningSession): Promise<void> {
    await this.requireUnchanged(session);
    const { serverId, model, id } = session;
    const { held } = this.#store.basis(id);
    const note = "Tuning: restore the original configuration";
    await this.#configs.restore(serverId, model, held, note);
  }
}
