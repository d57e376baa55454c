import type { TurnBudget } from "./turn-budget.ts";

/** A model's runs move to the serving thread when they take less than this, on average … */
const BEGIN_NS = 100_000;
/** … and back when they take more than this, about what two wakes of a thread cost (rule SCHED-T1). */
const END_NS = 150_000;
/** A run counts as no longer than this, so that a thread that was interrupted once does not decide. */
const MAX_COUNTED_NS = 4 * END_NS;
/** From this average on nearly all runs are long (rule SCHED-B9). */
const LONG_NS = 500_000;
/** A batch of more requests shows a load under which two threads get more done than one. */
const MAX_REQUESTS = 8;
/** Weight of a new run in the moving mean: 20 short ones make up for a long first one. */
const WEIGHT = 0.1;

/** A batch that is about to run. */
export interface NextBatch {
  readonly requests: number;
  readonly items: number;
  /** No request of the model waits, and no batch runs. */
  readonly isAlone: boolean;
}

/** Decides which batches of a model version run on the serving thread; rules SCHED-T1 to SCHED-T4 of SPEC.md. */
export class ShortRuns {
  readonly #turn: TurnBudget;
  #meanNs = MAX_COUNTED_NS;
  #isShort = false;
  /** Items of the largest batch that was short. */
  #items = 0;

  constructor(turn: TurnBudget) {
    this.#turn = turn;
  }

  get areLong(): boolean {
    return this.#meanNs >= LONG_NS;
  }

  runHere({ requests, items, isAlone }: NextBatch): boolean {
    return (
      this.#isShort &&
      isAlone &&
      requests <= MAX_REQUESTS &&
      items <= this.#items &&
      this.#meanNs <= this.#turn.leftNs
    );
  }

  /** The serving thread was blocked by a batch. */
  blocked(ns: number): void {
    this.#turn.spend(ns);
  }

  /** A batch ran, wherever. */
  record(runNs: number, items: number): void {
    this.#meanNs += WEIGHT * (Math.min(runNs, MAX_COUNTED_NS) - this.#meanNs);
    this.#isShort = this.#meanNs < (this.#isShort ? END_NS : BEGIN_NS);
    if (!this.#isShort) this.#items = 0;
    else if (runNs < BEGIN_NS) this.#items = Math.max(this.#items, items);
  }
}
