import type { Random } from "../wire/index.ts";
import type { EventClock } from "./event-clock.ts";

/** Delays of an idle front end, such as garbage collection or another program on its CPU. */
export interface Pauses {
  /** Share (0..1) of its wake-ups that are late. */
  readonly share: number;
  /** Delays in ns, all equally likely. */
  readonly ns: readonly number[];
}

export interface FrontEndOptions<Request> {
  readonly clock: EventClock;
  /** Half of it is spent before the queue, half with the response, ns. */
  readonly serialNs: number;
  /** ns. */
  readonly turnNs: number;
  readonly pauses: Pauses;
  readonly random: Random;
  /** The request reaches the queue now. */
  readonly enter: (request: Request) => void;
}

/** Responses leave at an instant that isn't over yet. */
export type Leave = (at: number) => void;

/**
 * The server's front end: an event loop that does one thing at a time (SIM-12). A turn handles all requests and responses that wait
 * when it begins: its requests reach the queue together, and its responses leave together. Found idle, it may wake up late
 * (SIM-16). A front end that takes no time has no turns.
 */
export class SimulatedFrontEnd<Request> {
  readonly #options: FrontEndOptions<Request>;
  readonly #halfNs: number;
  readonly #takesTime: boolean;
  readonly #isEverLate: boolean;
  #requests: Request[] = [];
  /** Those of the current turn. */
  #taken: Request[] = [];
  readonly #leaving: Leave[] = [];
  /** Responses of `#leaving`. */
  #responses = 0;
  #isAwake = false;
  /** Its turn, or pause, ends then. */
  #freeAt = 0;
  /** Total work, including what is left of the current turn. */
  #workNs = 0;
  readonly #next = () => this.#startTurn();
  readonly #end = () => this.#endTurn();

  constructor(options: FrontEndOptions<Request>) {
    const { serialNs, turnNs, pauses } = options;
    this.#options = options;
    this.#halfNs = serialNs / 2;
    this.#isEverLate = pauses.share > 0 && pauses.ns.length > 0;
    this.#takesTime = serialNs > 0 || turnNs > 0 || this.#isEverLate;
  }

  /** A request reaches the server. */
  arrive(request: Request): void {
    if (!this.#takesTime) return this.#options.enter(request);
    this.#requests.push(request);
    this.#wake();
  }

  /** Some requests have been executed, or rejected. */
  respond(responses: number, leave: Leave): void {
    if (!this.#takesTime) return leave(this.#options.clock.now());
    this.#leaving.push(leave);
    this.#responses += responses;
    this.#wake();
  }

  /** Work that it has done so far, ns. */
  workedNs(): number {
    return this.#workNs - Math.max(0, this.#freeAt - this.#options.clock.now());
  }

  #wake(): void {
    if (this.#isAwake) return;
    const { pauses, random } = this.#options;
    if (!this.#isEverLate || random() >= pauses.share) return this.#wakeIn(0);
    const pause = pauses.ns[(random() * pauses.ns.length) | 0] as number;
    this.#occupy(pause);
    this.#wakeIn(pause);
  }

  #wakeIn(ns: number): void {
    this.#isAwake = true;
    this.#options.clock.schedule(ns, this.#next);
  }

  #startTurn(): void {
    const { clock, turnNs } = this.#options;
    if (this.#requests.length === 0 && this.#leaving.length === 0) {
      this.#isAwake = false;
      return;
    }
    [this.#requests, this.#taken] = [this.#taken, this.#requests];
    this.#occupy(turnNs + (this.#taken.length + this.#responses) * this.#halfNs);
    this.#responses = 0;
    for (const leave of this.#leaving) leave(this.#freeAt);
    this.#leaving.length = 0;
    clock.schedule(this.#freeAt - clock.now(), this.#end);
  }

  #endTurn(): void {
    for (const request of this.#taken) this.#options.enter(request);
    this.#taken.length = 0;
    this.#startTurn();
  }

  #occupy(ns: number): void {
    const whole = Math.ceil(ns);
    this.#freeAt = this.#options.clock.now() + whole;
    this.#workNs += whole;
  }
}
