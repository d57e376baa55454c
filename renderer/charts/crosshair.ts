import { useSyncExternalStore } from "react";

export interface CrosshairState {
  /** ms since the epoch */
  readonly time: number;
  /** Position of the pointer, or of the focused chart's cursor, in the window. */
  readonly x: number;
  readonly y: number;
}

/** The time that several charts point at, outside React so that moving it renders no chart. */
export class Crosshair {
  #state: CrosshairState | null = null;
  readonly #listeners = new Set<() => void>();

  readonly get = (): CrosshairState | null => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(state: CrosshairState | null): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export function useCrosshair(crosshair: Crosshair): CrosshairState | null {
  return useSyncExternalStore(crosshair.subscribe, crosshair.get);
}
