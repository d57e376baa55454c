import type { DynamicBatching } from "../../engine/config/index.ts";
import { LatencyHistogram } from "../../base/latency-histogram.ts";
import { StatusError } from "../../base/status-error.ts";
import { dynamicBatchRule, oneByOne } from "../../engine/scheduling/batch-rule.ts";
import { QueuePolicies } from "../../engine/scheduling/queue-policies.ts";
import type { Place, Schedulable } from "../../engine/scheduling/request-queue.ts";
import { RunTime, SHORT_RUN_NS } from "../../engine/scheduling/run-time.ts";
import { ShortRuns } from "../../engine/scheduling/short-runs.ts";
import { TurnBudget } from "../../engine/scheduling/turn-budget.ts";
import { type Scheduled, Scheduler } from "../../engine/scheduling/scheduler.ts";
import { seededRandom, deriveSeed } from "../wire/index.ts";
import { scheduleInstants, type OpenLoad } from "../lab/schedule/index.ts";
import { batchTimes, type CostModel } from "./batch-time.ts";
import { EventClock } from "./event-clock.ts";
import { type Pauses, SimulatedFrontEnd } from "./front-end.ts";

/** The parts of a model's configuration that affect scheduling. */
export interface SimulatedModel {
  /** 0 or 1: no batches. */
  readonly maxBatchSize: number;
  readonly batching: DynamicBatching | undefined;
  /** At least 1. */
  readonly instances: number;
}

export type SimulatedTraffic =
  | OpenLoad
  /** Each client waits for its response, and then for `thinkMs`, before it sends again. */
  | { readonly kind: "clients"; readonly clients: number; readonly thinkMs: number };

export interface SimulationInput {
  readonly model: SimulatedModel;
  readonly cost: CostModel;
  readonly traffic: SimulatedTraffic;
  /** Measured span, and the warm-up span before it. */
  readonly seconds: number;
  readonly warmupSeconds: number;
  /** The measured span ends early after this many arrivals, the warm-up span after a tenth of them. Default: no limit. */
  readonly requests?: number;
  /** Items along the batch dimension of each request. */
  readonly itemsPerRequest: number;
  /** Time of a request outside of queue and batch as its client sees it: connection, parsing, hand-over. */
  readonly overheadNs: number;
  /**
   * Serial time of a request in the server's front end, which handles one request at a time: half before the queue, half
   * with the response. Absent: none.
   */
  readonly serialNs?: number;
  /** Time of each turn of the front end besides, in which it handles all that waits when the turn begins. Absent: none. */
  readonly turnNs?: number;
  /** Absent: none. */
  readonly pauses?: Pauses;
  /**
   * Share (0 to below 1) of its progress that a batch loses while the front end works: 0 if both have their own cores. Absent:
   * 0.
   */
  readonly frontSlowdown?: number;
  /** Share (0..1) of requests that the response cache answers, and how long such an answer takes. */
  readonly cache: { readonly hitRate: number; readonly hitNs: number };
  readonly seed: number;
}

/** Figures of the simulated server in the measured span. Times in ms. */
export interface SimulationResult {
  /** Requests that arrived, and responses with a result, per second. */
  readonly offered: number;
  readonly throughput: number;
  /** Of responses with a result; null without one. */
  readonly latency: Record<"p50" | "p90" | "p95" | "p99", number> | null;
  /** Mean time in queue of executed requests; null without one. */
  readonly queueMs: number | null;
  /** Mean time of executed requests outside of queue and batch; null without one. */
  readonly outsideMs: number | null;
  /** Mean over time. */
  readonly queueDepth: number;
  /** Batches by their number of items. */
  readonly batches: ReadonlyMap<number, number>;
  /** Mean time of a batch by its number of items. */
  readonly batchMs: ReadonlyMap<number, number>;
  /** Shares (0..1) of the requests that arrived. */
  readonly rejected: number;
  readonly timedOut: number;
  /** Mean share (0..1) of the instances that ran a batch. */
  readonly busy: number;
}

/** As in the engine (SCHED-B10). */
const MAX_AHEAD = 2;
const EXPIRED = "Request timeout expired";

/** Minimum time between a client's requests, even after an instant rejection or cache hit. */
const MIN_CYCLE_NS = 100_000;
/** Each may wait, at about 200 bytes. */
const MAX_REQUESTS = 5_000_000;

/** Runs the engine's scheduler on simulated time. Throws a RangeError that names an invalid input. */
export function simulate(input: SimulationInput): SimulationResult {
  check(input);
  return new Simulation(input).run();
}

function check(input: SimulationInput): void {
  const { model, cost, traffic, seconds, itemsPerRequest, cache, frontSlowdown = 0 } = input;
  const positive = (name: string, value: number) => {
    if (!(value > 0 && value < Infinity))
      throw new RangeError(`${name}: ${value}, must be above 0`);
  };
  positive("seconds", seconds);
  positive("instances", model.instances);
  positive("itemsPerRequest", itemsPerRequest);
  for (const { size, ns } of cost.times) {
    positive("size", size);
    positive(`time of a batch of ${size}`, ns);
  }
  if (traffic.kind === "clients") positive("clients", traffic.clients);
  if (traffic.kind === "rate") positive("rate", traffic.rate);
  if (!(cache.hitRate >= 0 && cache.hitRate <= 1)) {
    throw new RangeError(`hitRate: ${cache.hitRate}, must be from 0 to 1`);
  }
  if (!(frontSlowdown >= 0 && frontSlowdown < 1)) {
    throw new RangeError(`frontSlowdown: ${frontSlowdown}, must be from 0 to below 1`);
  }
  const { share = 0, ns = [] } = input.pauses ?? {};
  if (!(share >= 0 && share <= 1)) {
    throw new RangeError(`pauses.share: ${share}, must be from 0 to 1`);
  }
  for (const each of ns) positive("pauses.ns", each);
  for (const { size, factors } of cost.factors ?? []) {
    for (const factor of factors) positive(`factor of a batch of ${size}`, factor);
  }
  if (itemsPerRequest > Math.max(1, model.maxBatchSize)) {
    throw new RangeError(
      `itemsPerRequest: ${itemsPerRequest}, must be at most max_batch_size ${model.maxBatchSize}`,
    );
  }
}

class SimulatedRequest implements Scheduled {
  readonly items: number;
  readonly shapeKey = "";
  readonly priority = 0;
  readonly timeoutUs = 0;
  queuedAt = 0;
  /** Before its way through the front end. */
  readonly arrivedAt: number;
  place: Place<Schedulable> | undefined = undefined;
  /** Who sent it, in a closed loop. */
  readonly client: Client | undefined;
  readonly #simulation: Simulation;

  constructor(
    simulation: Simulation,
    { items, arrivedAt, client }: Pick<SimulatedRequest, "items" | "arrivedAt" | "client">,
  ) {
    this.#simulation = simulation;
    this.items = items;
    this.arrivedAt = arrivedAt;
    this.client = client;
  }

  drop(_reason: "REJECTED" | "OTHER", { message }: StatusError): void {
    this.#simulation.failed(this, message === EXPIRED);
  }
}

/** Of a closed loop. */
class Client {
  readonly send: () => void;
  readonly #clock: EventClock;
  readonly #thinkNs: number;
  #sentAt = 0;

  constructor(clock: EventClock, thinkNs: number, send: (client: Client) => void) {
    this.#clock = clock;
    this.#thinkNs = thinkNs;
    this.send = () => {
      this.#sentAt = clock.now();
      send(this);
    };
  }

  /** Its response arrives at this instant. */
  respond(doneAt: number): void {
    const now = this.#clock.now();
    const rest = this.#sentAt + MIN_CYCLE_NS - now;
    this.#clock.schedule(Math.max(doneAt - now + this.#thinkNs, rest), this.send);
  }
}

/** An instance, and the batch that it runs. */
class Run {
  batch: readonly SimulatedRequest[] = [];
  size = 0;
  startedAt = 0;
  /** What the front end had done when the batch began, or when its time was last lengthened. */
  frontNs = 0;
  readonly end: () => void;

  constructor(end: (run: Run) => void) {
    this.end = () => end(this);
  }
}

class Simulation {
  readonly #input: SimulationInput;
  readonly #clock = new EventClock();
  readonly #scheduler: Scheduler<SimulatedRequest>;
  readonly #draw: (size: number, busy: number) => number;
  readonly #random: () => number;
  readonly #runTime = new RunTime();
  readonly #shortRuns: ShortRuns;
  readonly #ahead: SimulatedRequest[][] = [];
  readonly #latencies = new LatencyHistogram();
  /** By number of items. */
  readonly #batches: number[] = [];
  readonly #batchNs: number[] = [];
  readonly #items: number;
  readonly #overheadNs: number;
  readonly #frontEnd: SimulatedFrontEnd<SimulatedRequest>;
  readonly #frontSlowdown: number;
  readonly #instances: number;
  readonly #runs: readonly Run[];
  /** Runs without a batch. */
  readonly #idle: Run[];
  #from: number;
  #until: number;
  #sent = 0;
  /** Requests after which the current span ends early. */
  #limit: number;
  #busy = 0;
  #arrived = 0;
  #answered = 0;
  #rejected = 0;
  #timedOut = 0;
  #executed = 0;
  #queueNs = 0;
  #outsideNs = 0;
  #ended = 0;
  #busyNs = 0;
  #depthNs = 0;

  constructor(input: SimulationInput) {
    const { model, cost, seed } = input;
    this.#input = input;
    this.#items = input.itemsPerRequest;
    this.#overheadNs = input.overheadNs;
    this.#frontSlowdown = input.frontSlowdown ?? 0;
    this.#instances = model.instances;
    const end = (run: Run) => this.#end(run);
    this.#runs = Array.from({ length: model.instances }, () => new Run(end));
    this.#idle = [...this.#runs];
    this.#from = input.warmupSeconds * 1e9;
    this.#until = this.#from + input.seconds * 1e9;
    this.#limit = Math.min(MAX_REQUESTS, (input.requests ?? Infinity) / 10);
    this.#draw = batchTimes(cost, seededRandom(deriveSeed(seed, 1)));
    this.#random = seededRandom(deriveSeed(seed, 2));
    this.#frontEnd = new SimulatedFrontEnd({
      clock: this.#clock,
      serialNs: input.serialNs ?? 0,
      turnNs: input.turnNs ?? 0,
      pauses: input.pauses ?? { share: 0, ns: [] },
      random: seededRandom(deriveSeed(seed, 3)),
      enter: (request) => this.#enter(request),
    });
    this.#shortRuns = new ShortRuns(new TurnBudget(this.#clock));
    const policies = new QueuePolicies(model.batching);
    this.#scheduler = new Scheduler<SimulatedRequest>({
      clock: this.#clock,
      rule:
        model.batching && model.maxBatchSize > 0
          ? dynamicBatchRule({
              maxBatchSize: model.maxBatchSize,
              preferredSizes: model.batching.preferred_batch_size,
              maxDelayNs: Number(model.batching.max_queue_delay_microseconds) * 1000,
            })
          : oneByOne,
      policies,
      idle: () => this.#busy < this.#instances,
      takesNext: () =>
        this.#instances === 1 &&
        this.#busy === 1 &&
        this.#ahead.length < MAX_AHEAD &&
        (policies.unlimited || this.#runTime.recentNs < SHORT_RUN_NS),
      takesAtOnce: () => this.#shortRuns.areLong,
      execute: (batch) => {
        if (this.#busy < this.#instances) this.#start(batch);
        else this.#ahead.push(batch);
      },
    });
  }

  run(): SimulationResult {
    const { stackTraceLimit } = Error;
    // The scheduler rejects with errors; their stack traces would take most of the time.
    Error.stackTraceLimit = 0;
    try {
      this.#simulate();
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
    return this.#result();
  }

  #simulate(): void {
    const { traffic } = this.#input;
    if (traffic.kind === "clients") this.#runClosed(traffic.clients, traffic.thinkMs * 1e6);
    else this.#runOpen(traffic);
  }

  failed(request: SimulatedRequest, expired: boolean): void {
    if (this.#counts(request.arrivedAt)) {
      if (expired) this.#timedOut += 1;
      else this.#rejected += 1;
    }
    this.#frontEnd.respond(1, (at) => request.client?.respond(at + this.#overheadNs));
  }

  #runOpen(load: OpenLoad): void {
    const clock = this.#clock;
    const instants = scheduleInstants(load, this.#input.seed);
    let at = Math.round(instants.next * 1e6);
    while (at < this.#until) {
      if (clock.next <= at) {
        clock.step();
        continue;
      }
      clock.moveTo(at);
      // Requests that arrive at the same instant are scheduled together.
      for (const instant = at; at === instant; at = Math.round(instants.next * 1e6)) {
        this.#arrive(undefined);
        instants.advance();
      }
      clock.settle();
    }
    while (clock.next < this.#until) clock.step();
  }

  #runClosed(clients: number, thinkNs: number): void {
    const clock = this.#clock;
    for (let i = 0; i < clients; i++) {
      const client = new Client(clock, thinkNs, (each) => this.#arrive(each));
      clock.schedule(0, client.send);
    }
    while (clock.next < this.#until) clock.step();
  }

  #arrive(client: Client | undefined): void {
    const now = this.#clock.now();
    this.#sent += 1;
    if (this.#sent > this.#limit) this.#reachLimit(now);
    if (this.#counts(now)) this.#arrived += 1;
    this.#frontEnd.arrive(
      new SimulatedRequest(this, { items: this.#items, arrivedAt: now, client }),
    );
  }

  #enter(request: SimulatedRequest): void {
    const { cache } = this.#input;
    if (cache.hitRate > 0 && this.#random() < cache.hitRate) {
      this.#frontEnd.respond(1, (at) => {
        const doneAt = at + cache.hitNs + this.#overheadNs;
        this.#answer(request.arrivedAt, doneAt);
        request.client?.respond(doneAt);
      });
      return;
    }
    request.queuedAt = this.#clock.now();
    try {
      this.#scheduler.enqueue(request);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      this.failed(request, false);
    }
  }

  /** Ends the span once its number of requests was sent (SIM-11). */
  #reachLimit(now: number): void {
    const { requests = Infinity, seconds } = this.#input;
    if (this.#sent > MAX_REQUESTS) {
      throw new RangeError(
        `traffic: more than ${MAX_REQUESTS} requests; simulate fewer seconds or a lower load`,
      );
    }
    if (now < this.#from) {
      this.#from = now;
      this.#until = now + seconds * 1e9;
      this.#limit = Math.min(MAX_REQUESTS, this.#sent + requests);
    } else if (this.#arrived >= requests) this.#until = Math.min(this.#until, now);
    else this.#limit = Math.min(MAX_REQUESTS, this.#sent + requests - this.#arrived);
  }

  #start(batch: readonly SimulatedRequest[]): void {
    const now = this.#clock.now();
    this.#busy += 1;
    let size = 0;
    for (const { items, queuedAt, arrivedAt } of batch) {
      size += items;
      this.#depthNs += this.#within(queuedAt, now);
      if (!this.#counts(arrivedAt)) continue;
      this.#executed += 1;
      this.#queueNs += now - queuedAt;
    }
    const run = this.#idle.pop() as Run;
    run.batch = batch;
    run.size = size;
    run.startedAt = now;
    run.frontNs = this.#frontEnd.workedNs();
    this.#clock.schedule(this.#draw(size, this.#busy), run.end);
  }

  #end(run: Run): void {
    const now = this.#clock.now();
    if (this.#lengthen(run)) return;
    const { batch, size, startedAt } = run;
    if (this.#counts(startedAt)) {
      this.#batches[size] = (this.#batches[size] ?? 0) + 1;
      this.#batchNs[size] = (this.#batchNs[size] ?? 0) + now - startedAt;
    }
    this.#busyNs += this.#within(startedAt, now);
    run.batch = [];
    this.#idle.push(run);
    this.#busy -= 1;
    this.#runTime.record(now - startedAt);
    this.#shortRuns.record(now - startedAt, size);
    const next = this.#ahead.shift();
    if (next) this.#start(next);
    this.#frontEnd.respond(batch.length, (at) => this.#leave(batch, now, at));
    this.#scheduler.instanceFreed();
  }

  /** The responses of a batch that ended at `endedAt` leave the front end. */
  #leave(batch: readonly SimulatedRequest[], endedAt: number, at: number): void {
    const doneAt = at + this.#overheadNs;
    for (const { arrivedAt, queuedAt, client } of batch) {
      this.#answer(arrivedAt, doneAt);
      if (this.#counts(arrivedAt)) {
        this.#ended += 1;
        this.#outsideNs += queuedAt - arrivedAt + doneAt - endedAt;
      }
      client?.respond(doneAt);
    }
  }

  /** Whether a batch takes longer because the front end worked while it ran. */
  #lengthen(run: Run): boolean {
    if (this.#frontSlowdown === 0) return false;
    const done = this.#frontEnd.workedNs();
    // Instances with their own cores share the loss.
    const share = (1 + Math.min(1, this.#input.cost.slowdown) * (this.#busy - 1)) / this.#busy;
    // Rounded down: rounding up would never finish the last ns of a share above one half.
    const more = Math.floor(this.#frontSlowdown * share * (done - run.frontNs));
    if (more <= 0) return false;
    run.frontNs = done;
    this.#clock.schedule(more, run.end);
    return true;
  }

  #answer(arrivedAt: number, doneAt: number): void {
    if (this.#counts(doneAt)) this.#answered += 1;
    if (this.#counts(arrivedAt)) this.#latencies.record((doneAt - arrivedAt) / 1000);
  }

  #counts(instant: number): boolean {
    return instant >= this.#from && instant < this.#until;
  }

  /** The part of a span within the measured one, ns. */
  #within(from: number, until: number): number {
    const first = from > this.#from ? from : this.#from;
    const last = until < this.#until ? until : this.#until;
    return last > first ? last - first : 0;
  }

  #result(): SimulationResult {
    const { model } = this.#input;
    const seconds = (this.#until - this.#from) / 1e9;
    const at = (quantile: number) => (this.#latencies.quantile(quantile) ?? 0) / 1000;
    for (const { batch, startedAt } of this.#runs) {
      if (batch.length > 0) this.#busyNs += this.#within(startedAt, this.#until);
    }
    const share = (count: number) => (this.#arrived > 0 ? count / this.#arrived : 0);
    const batches = this.#batches.flatMap((count, size): [number, number][] => [[size, count]]);
    return {
      offered: this.#arrived / seconds,
      throughput: this.#answered / seconds,
      latency:
        this.#latencies.total > 0
          ? { p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) }
          : null,
      queueMs: this.#executed > 0 ? this.#queueNs / this.#executed / 1e6 : null,
      outsideMs: this.#ended > 0 ? this.#outsideNs / this.#ended / 1e6 : null,
      queueDepth: this.#depthNs / (seconds * 1e9),
      batches: new Map(batches),
      batchMs: new Map(
        batches.map(([size, count]) => [size, (this.#batchNs[size] ?? 0) / count / 1e6]),
      ),
      rejected: share(this.#rejected),
      timedOut: share(this.#timedOut),
      // A batch that was running when the span ended early was counted whole.
      busy: Math.min(1, this.#busyNs / (seconds * 1e9 * model.instances)),
    };
  }
}
