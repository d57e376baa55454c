import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Behaviour, serviceTimes } from "./behaviour.ts";

/** How long a request took the server's place and its CPU time, null until the next one is computed; ms. */
interface Work {
  readonly ms: number;
  cpuMs: number | null;
}

/** One request's true times: monotonic ms, the same clock in every process of the machine. */
export interface Stamp {
  readonly arrived: number;
  readonly done: number;
  readonly ok: boolean;
  /** Of a request that was computed. */
  readonly work: Work | null;
}

export const REJECTION = "Request queue is at its limit: Exceeds maximum queue size";

type Answer = (ok: boolean) => void;

interface Waiting {
  readonly arrived: number;
  readonly answer: Answer;
}

const computer = new Worker(new URL("./computer.ts", import.meta.url));
/** It has found its pace. */
await once(computer, "message");

export const now = () => Number(process.hrtime.bigint()) / 1e6;

/** The queue and the workers of a server whose every latency is known. */
export class Served {
  readonly stamps: Stamp[] = [];
  readonly #behaviour: Behaviour;
  readonly #draw: () => number;
  readonly #waiting: Waiting[] = [];
  #busy = 0;
  #first: number | undefined;
  #computed: Work | null = null;

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
    this.#draw = serviceTimes(behaviour);
  }

  take(answer: Answer): void {
    const arrived = now();
    this.#first ??= arrived;
    const request = { arrived, answer };
    if (this.#waiting.length >= this.#behaviour.queueLimit) this.#end(request, false, null);
    else {
      this.#waiting.push(request);
      this.#startNext();
    }
  }

  #startNext(): void {
    const stalled = this.#stalledFor();
    if (stalled > 0) {
      setTimeout(() => this.#startNext(), stalled);
      return;
    }
    while (this.#busy < this.#behaviour.parallelism) {
      const request = this.#waiting.shift();
      if (!request) return;
      this.#busy += 1;
      this.#work(this.#draw(), (work) => this.#finish(request, work));
    }
  }

  #work(ms: number, done: (work: Stamp["work"]) => void): void {
    if (this.#behaviour.work !== "compute") {
      setTimeout(() => done(null), ms);
      return;
    }
    const from = now();
    computer.once("message", (formerCpuMs: number | null) => {
      if (this.#computed) this.#computed.cpuMs = formerCpuMs;
      this.#computed = { ms: now() - from, cpuMs: null };
      done(this.#computed);
    });
    computer.postMessage(ms);
  }

  #finish(request: Waiting, work: Stamp["work"]): void {
    const stalled = this.#stalledFor();
    if (stalled > 0) {
      setTimeout(() => this.#finish(request, work), stalled);
      return;
    }
    this.#busy -= 1;
    this.#end(request, true, work);
    this.#startNext();
  }

  #end({ arrived, answer }: Waiting, ok: boolean, work: Stamp["work"]): void {
    answer(ok);
    this.stamps.push({ arrived, done: now(), ok, work });
  }

  #stalledFor(): number {
    const { stall } = this.#behaviour;
    if (stall === null || this.#first === undefined) return 0;
    const since = now() - this.#first;
    return since < stall.at || since >= stall.at + stall.duration
      ? 0
      : stall.at + stall.duration - since;
  }
}
