import type { Done, Lane, LaneOpener, WireRequest } from "./lane.ts";

/** Lanes for any number of requests in flight; free ones are reused, last one first. */
export class LanePool {
  readonly #opener: LaneOpener;
  readonly #free: PooledLane[] = [];
  readonly #all: PooledLane[] = [];

  constructor(opener: LaneOpener) {
    this.#opener = opener;
  }

  send(request: WireRequest, done: Done): void {
    let lane = this.#free.pop();
    if (lane === undefined) {
      lane = new PooledLane(this.#opener, (freed) => this.#free.push(freed));
      this.#all.push(lane);
    }
    lane.send(request, done);
  }

  close(): void {
    for (const lane of this.#all) lane.close();
  }
}

class PooledLane {
  readonly #lane: Lane;
  #done: Done | null = null;

  constructor(opener: LaneOpener, freed: (lane: PooledLane) => void) {
    this.#lane = opener.open((outcome, lost, figures) => {
      const done = this.#done;
      this.#done = null;
      freed(this);
      done?.(outcome, lost, figures);
    });
  }

  send(request: WireRequest, done: Done): void {
    this.#done = done;
    this.#lane.send(request);
  }

  close(): void {
    this.#lane.close();
  }
}
