import type { HostClient } from "../../main/contract/client.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { StatusError } from "../../base/status-error.ts";

/** Local storage for a draft until the host has saved it. */
export type Mirror = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type SaveState = "same" | "unsaved" | "saved" | "failed" | "elsewhere";

export interface DraftState {
  readonly text: string;
  /** Etag of the text that it is based on. */
  readonly baseEtag: string;
  readonly save: SaveState;
  /** When a draft from before this page was opened was saved, ms since the epoch. */
  readonly restoredFrom: number | null;
  /** A draft that another window saved in the meantime: this one isn't saved until the conflict is resolved. */
  readonly elsewhere?: Kept;
}

export interface Kept {
  readonly text: string;
  readonly baseEtag: string;
  readonly savedAt: number;
}

export interface DraftOptions {
  readonly mirror?: Mirror;
  /** Calls `work` after `ms`; returns a function that cancels it. */
  readonly schedule?: (work: () => void, ms: number) => () => void;
  readonly now?: () => number;
}

const SAVE_AFTER_MS = 400;

/**
 * A configuration being edited. Changes are stored in this browser at once and by the host soon after; the local copy is
 * removed only when the host has it, so that closing the window loses nothing.
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
  /** `savedAt` of the host's draft that this one is based on. */
  #over: number | null;
  #saving = false;
  /** Whether there are changes newer than those being saved. */
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

  /** `savedAt` of the host's copy of this draft. */
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

  /** Saves pending changes now. */
  flush(): void {
    if (!this.#callOff) return;
    this.#callOff();
    this.#callOff = null;
    this.#save();
  }

  /** Runs one save at a time, since each is based on the previous one. */
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

  /** Resolves a conflict: continues with `text` instead of what another window saved. */
  settle(text: string): void {
    this.#over = this.#state.elsewhere?.savedAt ?? this.#over;
    this.#callOff?.();
    this.#callOff = null;
    this.#set({ ...this.#state, text, save: "unsaved" });
    this.#save();
  }

  /** Discards the draft and returns to the active configuration. */
  discard(): void {
    const over = this.#over;
    this.adopt(this.#config);
    this.#over = over;
    this.#save();
  }

  /** Starts again from an applied configuration, whose draft the host has removed. */
  adopt(config: ConfigState): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#config = config;
    // A saved draft that equals the active configuration belongs to no window.
    this.#over = config.draft?.text === config.text ? config.draft.savedAt : null;
    this.#mirror.removeItem(this.#key);
    this.#set({ text: config.text, baseEtag: config.etag, save: "same", restoredFrom: null });
  }

  /** Updates to a configuration that changed elsewhere. A differing draft is kept; without a draft the new text is shown. */
  follow(config: ConfigState): void {
    const { text } = this.#state;
    if (text === this.#config.text || text === config.text) this.adopt(config);
    else this.#config = config;
  }

  /** Keeps the text, based on the active configuration. */
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
