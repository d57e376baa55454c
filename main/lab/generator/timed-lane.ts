import type { Done, Lane, LaneOpener, WireRequest } from "./lane.ts";

/** A lane that gives a request up at its deadline, whatever the server does about it. */
class TimedLane implements Lane {
  readonly #lane: Lane;
  readonly #done: Done;
  #timer: NodeJS.Timeout | null = null;

  constructor(opener: LaneOpener, done: Done) {
    this.#done = done;
    this.#lane = opener.open((outcome, lost, stream) => {
      this.#clear();
      done(outcome, lost, stream);
    });
  }

  send(request: WireRequest): void {
    const { deadlineMs } = request;
    if (deadlineMs !== null) this.#timer = setTimeout(() => this.#passed(deadlineMs), deadlineMs);
    this.#lane.send(request);
  }

  giveUp(): void {
    this.#clear();
    this.#lane.giveUp();
  }

  close(): void {
    this.#clear();
    this.#lane.close();
  }

  #passed(deadlineMs: number): void {
    this.#timer = null;
    this.#lane.giveUp();
    this.#done(
      { status: "DEADLINE_EXCEEDED", message: `no answer within the deadline of ${deadlineMs} ms` },
      false,
    );
  }

  #clear(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
  }
}

export function withDeadlines(opener: LaneOpener): LaneOpener {
  return {
    open: (done) => new TimedLane(opener, done),
    [Symbol.dispose]: () => opener[Symbol.dispose](),
  };
}
