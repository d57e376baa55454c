import type { HostClient } from "../../main/contract/client.ts";
import type { ConfigState } from "../../main/contract/index.ts";

/** Where a draft is kept until the host has it: the same surface as localStorage. */
export type Mirror = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type SaveState = "same" | "unsaved" | "saved" | "failed";

export interface DraftState {
  readonly text: string;
  /** Of the text it was begun from. */
  readonly baseEtag: string;
  readonly save: SaveState;
  /** It was there before this page was opened: ms since the epoch when it was saved. */
  readonly restoredFrom: number | null;
}

interface Kept {
  readonly text: string;
  readonly baseEtag: string;
  readonly savedAt: number;
}

export interface DraftOptions {
  readonly mirror?: Mirror;
  /** Calls `work` after `ms`; returns how to call it off. */
  readonly schedule?: (work: () => void, ms: number) => () => void;
  readonly now?: () => number;
}

const SAVE_AFTER_MS = 400;

/**
 * A configuration being written. What is typed is kept in this browser at once and by the host soon after;
 * only when the host has it is the copy here let go, so that closing the window loses nothing.
 */
export class Draft {
  readonly #client: HostClient;
  readonly #mirror: Mirror;
  readonly #schedule: (work: () => void, ms: number) => () => void;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #config: ConfigState;
  #state: DraftState;
  #callOff: (() => void) | null = null;

  constructor(client: HostClient, config: ConfigState, options: DraftOptions = {}) {
    this.#client = client;
    this.#config = config;
    this.#mirror = options.mirror ?? localStorage;
    this.#schedule = options.schedule ?? afterTimeout;
    this.#now = options.now ?? Date.now;
    const kept = this.#newest(config.draft);
    this.#state =
      kept && kept.text !== config.text
        ? { text: kept.text, baseEtag: kept.baseEtag, save: "saved", restoredFrom: kept.savedAt }
        : { text: config.text, baseEtag: config.etag, save: "same", restoredFrom: null };
  }

  readonly state = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  edit(text: string): void {
    if (text === this.#state.text) return;
    const kept: Kept = { text, baseEtag: this.#state.baseEtag, savedAt: this.#now() };
    this.#mirror.setItem(this.#key, JSON.stringify(kept));
    this.#set({ ...this.#state, text, save: "unsaved" });
    this.#callOff?.();
    this.#callOff = this.#schedule(() => this.flush(), SAVE_AFTER_MS);
  }

  /** Sends what waits to be saved now. */
  flush(): void {
    if (!this.#callOff) return;
    this.#callOff();
    this.#callOff = null;
    this.#save();
  }

  #save(): void {
    const { serverId, model } = this.#config;
    const { text, baseEtag } = this.#state;
    const done =
      text === this.#config.text
        ? this.#client.request("configs.discardDraft", { serverId, model })
        : this.#client.request("configs.saveDraft", { serverId, model, text, baseEtag });
    const settle = (save: SaveState) => {
      if (this.#state.text !== text) return;
      if (save !== "failed") this.#mirror.removeItem(this.#key);
      this.#set({ ...this.#state, save });
    };
    done.then(
      () => settle(text === this.#config.text ? "same" : "saved"),
      () => settle("failed"),
    );
  }

  /** Throws the draft away and goes back to the configuration in force. */
  discard(): void {
    this.adopt(this.#config);
    this.#save();
  }

  /** Begins anew from a configuration that was applied; the host has let go of the draft by then. */
  adopt(config: ConfigState): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#config = config;
    this.#mirror.removeItem(this.#key);
    this.#set({ text: config.text, baseEtag: config.etag, save: "same", restoredFrom: null });
  }

  /** Takes note of a configuration that changed elsewhere. A draft stays; without one the new text shows. */
  follow(config: ConfigState): void {
    const untouched = this.#state.text === this.#config.text;
    if (untouched) this.adopt(config);
    else this.#config = config;
  }

  /** Keeps the text, as a change of the configuration now in force. */
  rebase(): void {
    this.#set({ ...this.#state, baseEtag: this.#config.etag });
    this.#save();
  }

  get #key(): string {
    return `batchdeck.draft.${this.#config.serverId}.${this.#config.model}`;
  }

  #newest(saved: Kept | null): Kept | null {
    const here = this.#mirror.getItem(this.#key);
    if (here === null) return saved;
    const kept = JSON.parse(here) as Kept;
    return saved && saved.savedAt > kept.savedAt ? saved : kept;
  }

  #set(state: DraftState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function afterTimeout(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
