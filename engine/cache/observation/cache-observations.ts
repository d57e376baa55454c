import { StatusError } from "../../../base/status-error.ts";
import type { EngineClock } from "../../scheduling/clock.ts";
import type { CacheObservation } from "../../types.ts";
import { cacheKeyMaker, type CacheKeyMaker } from "../cache-key.ts";
import { ModelObservation } from "./model-observation.ts";

/** Maximum at the same time; each needs up to 4 MB. */
const MAX_OBSERVED = 16;
const MAX_SECONDS = 3600;

/** Where requests of a model check whether they are observed. */
export interface ObservationSlot {
  /** Undefined while not observed. */
  current: ModelObservation | undefined;
  /** Result of the last observation. */
  ended: CacheObservation | undefined;
}

/** Observations of models' requests, by model name; all versions of a model together. */
export class CacheObservations {
  readonly #clock: EngineClock;
  readonly #slots = new Map<string, ObservationSlot>();
  #key: Promise<CacheKeyMaker> | undefined;

  constructor(clock: EngineClock) {
    this.#clock = clock;
  }

  slot(model: string): ObservationSlot {
    const known = this.#slots.get(model);
    if (known) return known;
    const slot: ObservationSlot = { current: undefined, ended: undefined };
    this.#slots.set(model, slot);
    return slot;
  }

  result(model: string): CacheObservation | undefined {
    const slot = this.#slots.get(model);
    if (!slot?.current) return slot?.ended;
    const result = slot.current.result();
    if (result.state === "ended") end(slot, result);
    return result;
  }

  async start(model: string, seconds: number): Promise<CacheObservation> {
    if (!(seconds >= 1 && seconds <= MAX_SECONDS)) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `seconds must be from 1 to ${MAX_SECONDS}, not ${seconds}`,
      );
    }
    this.#key ??= cacheKeyMaker();
    const key = await this.#key;
    const observed = [...this.#slots.keys()].filter(
      (each) => each !== model && this.result(each)?.state === "observing",
    );
    if (observed.length >= MAX_OBSERVED) {
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `The requests of ${MAX_OBSERVED} models are observed already. Stop one of them first: ${observed.toSorted().join(", ")}.`,
      );
    }
    const slot = this.slot(model);
    const current = new ModelObservation({
      clock: this.#clock,
      key,
      plannedNs: seconds * 1e9,
      onEnded: () => end(slot, current.result()),
    });
    slot.current = current;
    slot.ended = undefined;
    return current.result();
  }

  stop(model: string): CacheObservation | undefined {
    const result = this.result(model);
    const slot = this.#slots.get(model);
    if (slot?.current && result) end(slot, { ...result, state: "ended" });
    return slot?.ended;
  }
}

/** Keeps the figures and frees the memory. */
function end(slot: ObservationSlot, result: CacheObservation): void {
  slot.current = undefined;
  slot.ended = result;
}
