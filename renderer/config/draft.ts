import type { HostClient } from "../../main/contract/client.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { StatusError } from "../../base/status-error.ts";

/** Where a draft is kept until the host has it: the same surface as localStorage. */
export type Mirror = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type SaveState = "same" | "unsaved" | "saved" | "failed" | "elsewhere";

export interface DraftState {
  readonly text: string;
  /** Of the text it was begun from. */
  readonly baseEtag: string;
  readonly save: SaveState;
  /** It was there before this page was opened: ms since the epoch when it was saved. */
  readonly restoredFrom: number | null;
  /** What another window saved in the meantime: this draft is not saved until one of the two continues. */
  readonly elsewhere?: Kept;
}

export interface Kept {
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
  /** `savedAt` of the host's draft that this one continues from. */
  #over: number | null;
  #saving = false;
  /** There is something newer to save than what is on its way. */
  #again = false;

  constructor(client: HostClient, config: ConfigState, options: DraftOptions = {}) {
    this.#client = client;
    this.#config = config;
    this.#mirror = options.mirror ?? localStorage;
    this.#schedule = options.schedule ?? afterTimeout;
    this.#now = options.now ?? Date.now;
    this.#over = config.draft?.savedAt ?? null;
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

  /** `savedAt` of what the host has of this draft. */
  over(): number | null {
    return this.#over;
  }

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

  /** One at a time: each continues from what the one before it saved. */
  #save(): void {
    if (this.#saving) {
      this.#again = true;
      return;
    }
    this.#saving = true;
    void this.#send().finally(() => {
      this.#saving = false;
      if (!this.#again) return;
      this.#again = false;
      this.#save();
    });
  }

  async #send(): Promise<void> {
    const { serverId, model } = this.#config;
    const { text, baseEtag } = this.#state;
    const over = this.#over;
    const settle = (save: SaveState, elsewhere?: Kept) => {
      if (this.#state.text !== text) return;
      if (save === "same" || save === "saved") this.#mirror.removeItem(this.#key);
      const { elsewhere: _, ...state } = this.#state;
      this.#set({ ...state, save, ...(elsewhere && { elsewhere }) });
    };
    try {
      if (text === this.#config.text) {
        await this.#client.request("configs.discardDraft", { serverId, model, over });
        settle("same");
      } else {
        const draft = { serverId, model, text, baseEtag, over };
        this.#over = (await this.#client.request("configs.saveDraft", draft)).savedAt;
        settle("saved");
      }
    } catch (error) {
      const other = draftElsewhere(error);
      settle(other ? "elsewhere" : "failed", other);
    }
  }

  /** Continues with `text` in place of what another window saved. */
  settle(text: string): void {
    this.#over = this.#state.elsewhere?.savedAt ?? this.#over;
    this.#callOff?.();
    this.#callOff = null;
    this.#set({ ...this.#state, text, save: "unsaved" });
    this.#save();
  }

  /** Throws the draft away and goes back to the active configuration. */
  discard(): void {
    const over = this.#over;
    this.adopt(this.#config);
    this.#over = over;
    this.#save();
  }

  /** Begins again from a configuration that was applied; the host has let go of the draft by then. */
  adopt(config: ConfigState): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#config = config;
    // A late draft that equals what is active belongs to no window.
    this.#over = config.draft?.text === config.text ? config.draft.savedAt : null;
    this.#mirror.removeItem(this.#key);
    this.#set({ text: config.text, baseEtag: config.etag, save: "same", restoredFrom: null });
  }

  /** Takes note of a configuration that changed elsewhere. A draft that says something else stays; without one the new text shows. */
  follow(config: ConfigState): void {
    const { text } = this.#state;
    if (text === this.#config.text || text === config.text) this.adopt(config);
    else this.#config = config;
  }

  /** Keeps the text, as a change of the configuration now active. */
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

function draftElsewhere(error: unknown): Kept | undefined {
  if (!(error instanceof StatusError) || error.code !== "ABORTED") return undefined;
  return error.details.draft as Kept | undefined;
}

function afterTimeout(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
