import { StatusError } from "../../base/status-error.ts";
import { Listeners } from "../../base/listeners.ts";

/**
 * Who measures: an experiment or a comparison, one at a time. Two would spoil each other's figures, on other servers too,
 * for both loads come from this machine.
 */
export class MeasurementLock {
  readonly #listeners = new Listeners<void>("lab");
  #taken: { readonly words: () => string } | null = null;
  #quiet = 0;

  /** Who it is, as a clause: "Experiment 7 'ranker' is running". Null: no one. */
  get holder(): string | null {
    return this.#taken?.words() ?? null;
  }

  /** Held until it is disposed. FAILED_PRECONDITION names who measures. */
  take(words: () => string): Disposable {
    this.refuse("measurements run one at a time");
    const taken = { words };
    this.#taken = taken;
    this.changed();
    return {
      [Symbol.dispose]: () => {
        if (this.#taken !== taken) return;
        this.#taken = null;
        this.changed();
      },
    };
  }

  /** A server on this machine is measured: whatever else takes its CPUs should wait. */
  get isQuiet(): boolean {
    return this.#quiet > 0;
  }

  /** Quiet mode lasts until this is disposed, within a turn, with whose changes it is emitted. */
  quieten(): Disposable {
    this.#quiet += 1;
    return {
      [Symbol.dispose]: () => {
        this.#quiet -= 1;
      },
    };
  }

  /** FAILED_PRECONDITION names who measures, and says `why` that matters. */
  refuse(why: string): void {
    const { holder } = this;
    if (holder !== null) throw new StatusError("FAILED_PRECONDITION", `${holder}; ${why}.`);
  }

  /** Emits the holder's clause again. */
  changed(): void {
    this.#listeners.emit();
  }

  /** Called with what measures whenever that changed: its state at the call, as another may have taken the turn since. */
  onChanged(listener: (holder: string | null) => void): Disposable {
    return this.#listeners.add(() => listener(this.holder));
  }
}
