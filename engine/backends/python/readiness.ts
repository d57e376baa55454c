import type { EngineClock } from "../../scheduling/clock.ts";
import { flagField, integerField, optionalText } from "./header-fields.ts";
import type { Header } from "./frames.ts";

/** As in Triton (kUserModelReadinessTimeoutMs). */
const TIMEOUT_SECONDS = 5;

interface ReadinessCheckOptions {
  readonly clock: EngineClock;
  readonly send: (header: Header) => void;
  readonly log: (reason: string) => void;
}

/**
 * Asks one process whether its model is ready. Concurrent checks share one answer (PYTHON-API-15).
 */
export class ReadinessCheck {
  readonly #options: ReadinessCheckOptions;
  #number = 0;
  #asked: { readonly answer: Promise<boolean>; readonly end: (ready: boolean) => void } | undefined;

  constructor(options: ReadinessCheckOptions) {
    this.#options = options;
  }

  ask(): Promise<boolean> {
    if (this.#asked !== undefined) return this.#asked.answer;
    const { clock, send, log } = this.#options;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const stopTimer = clock.setTimer(
      TIMEOUT_SECONDS * 1e9,
      () => {
        log(`is_ready took more than ${TIMEOUT_SECONDS} s`);
        end(false);
      },
      true,
    );
    const end = (ready: boolean) => {
      stopTimer();
      this.#asked = undefined;
      resolve(ready);
    };
    this.#asked = { answer: promise, end };
    this.#number += 1;
    send({ t: "probe", n: this.#number });
    return promise;
  }

  /** Throws INTERNAL for an invalid frame. Late answers are ignored. */
  take(header: Header): void {
    const ready = flagField(header, "ready");
    if (integerField(header, "n") !== this.#number) return;
    const reason = optionalText(header, "m");
    if (reason !== "") this.#options.log(`is_ready failed: ${reason}`);
    this.#asked?.end(ready);
  }

  /** The process has ended. */
  close(): void {
    this.#asked?.end(false);
  }
}

interface Checked {
  isReady(): Promise<boolean>;
}

/** The running instances of Python models, by model and version. */
export class ReadyInstances {
  readonly #instances = new Map<string, Set<Checked>>();

  /** Returns the function that removes it again. */
  add(model: string, version: string, instance: Checked): () => void {
    const key = keyOf(model, version);
    const instances = this.#instances.get(key) ?? new Set();
    this.#instances.set(key, instances.add(instance));
    return () => {
      instances.delete(instance);
      if (instances.size === 0 && this.#instances.get(key) === instances)
        this.#instances.delete(key);
    };
  }

  /**
   * Whether all instances of a version report ready; true for versions without Python instances.
   */
  async check(model: string, version: string): Promise<boolean> {
    const instances = [...(this.#instances.get(keyOf(model, version)) ?? [])];
    return (await Promise.all(instances.map((each) => each.isReady()))).every(Boolean);
  }
}

const keyOf = (model: string, version: string): string => `${model}\n${version}`;
