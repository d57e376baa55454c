import { StatusError } from "../../base/status-error.ts";
import { Listeners } from "../../base/listeners.ts";

/**
 * Allows one experiment or comparison at a time. Two would disturb each other, on other servers too, because both loads
 * come from this machine.
 */
export class MeasurementLock {
  readonly #listeners = new Listeners<void>("lab");
  #taken: { readonly words: () => string } | null = null;
  #quiet = 0;

  /** The holder, as a clause: "Experiment 7 'ranker' is running". Null: none. */
  get holder(): string | null {
    return this.#taken?.words() ?? null;
  }

  /** Held until disposed. FAILED_PRECONDITION names the holder. */
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

  /** A server on this machine is being measured: everything else that uses its CPUs should wait. */
  get isQuiet(): boolean {
    return this.#quiet > 0;
  }

  /** Quiet mode until disposed, while the lock is held; emitted with its changes. */
  quieten(): Disposable {
    this.#quiet += 1;
    return {
      [Symbol.dispose]: () => {
        this.#quiet -= 1;
      },
    };
  }

  /** FAILED_PRECONDITION names the holder, and says `why` it matters. */
  refuse(why: string): void {
    const { holder } = this;
    if (holder !== null) throw new StatusError("FAILED_PRECONDITION", `${holder}; ${why}.`);
  }

  /** Emits the holder's clause again. */
  changed(): void {
    this.#listeners.emit();
  }

  /** Called with the holder after each change: its state at the call, because another may have taken the lock since. */
  onChanged(listener: (holder: string | null) => void): Disposable {
    return this.#listeners.add(() => listener(this.holder));
  }
}
