/** A part of a queue. */
export class Section<L> {
  readonly level: Level<L>;
  /** The section that is served before it. */
  ahead: Section<L> | undefined;
  /** The links at its ends; undefined while it is empty. */
  first: L | undefined;
  last: L | undefined;
  size = 0;
  /** The latest deadline in it; −Infinity while it is empty. */
  latest = -Infinity;

  constructor(level: Level<L>) {
    this.level = level;
  }
}

/** The requests of one priority. */
export class Level<L> {
  readonly number: number;
  readonly prompt = new Section<L>(this);
  /** Those whose timeout passed under the action DELAY; served after the level's others. */
  readonly delayed = new Section<L>(this);

  constructor(number: number) {
    this.number = number;
    this.delayed.ahead = this.prompt;
  }

  get size(): number {
    return this.prompt.size + this.delayed.size;
  }
}

/** Up to this number, levels exist from the start and stay while they are empty. */
const KEPT = 64;

/** The levels of a queue; with more than a few dozen, only those in which something waits. */
export class PriorityLevels<L> {
  readonly #levels = new Map<number, Level<L>>();

  /** 0 is a queue without levels: it has level 0 alone. */
  constructor(count: number) {
    if (count === 0) this.at(0);
    for (let number = 1; number <= Math.min(count, KEPT); number++) this.at(number);
  }

  values(): Iterable<Level<L>> {
    return this.#levels.values();
  }

  get(number: number): Level<L> | undefined {
    return this.#levels.get(number);
  }

  at(number: number): Level<L> {
    return this.#levels.get(number) ?? this.#add(number);
  }

  /** Highest priority, that is lowest number, first. */
  sorted(): Level<L>[] {
    return [...this.#levels.values()].toSorted((a, b) => a.number - b.number);
  }

  /** Removes an empty level where there are too many to keep them all. */
  release(level: Level<L>): void {
    if (this.#levels.size <= KEPT || level.size > 0) return;
    this.#levels.delete(level.number);
    const behind = this.sorted().find(({ number }) => number > level.number);
    if (behind !== undefined) behind.prompt.ahead = level.prompt.ahead;
  }

  #add(number: number): Level<L> {
    const level = new Level<L>(number);
    const others = this.sorted();
    const behind = others.find((other) => other.number > number);
    level.prompt.ahead = others.findLast((other) => other.number < number)?.delayed;
    if (behind !== undefined) behind.prompt.ahead = level.delayed;
    this.#levels.set(number, level);
    return level;
  }
}
