import { monitorEventLoopDelay } from "node:perf_hooks";
import type { GeneratorHealth } from "../../contract/index.ts";
import type { Phase } from "./phase.ts";

/** The delay histogram's own timer, ms: included in each reading. */
const RESOLUTION_MS = 10;

/** For a generator that was not watched. */
export const NO_HEALTH: GeneratorHealth = {
  cpu: 0,
  sends: 0,
  lateSends: 0,
  lagP50Ms: null,
  lagP99Ms: null,
  lagMaxMs: null,
  eventLoopP99Ms: null,
  offeredRate: null,
  achievedRate: null,
};

/** What this process used of the machine since the watch began. */
export class HealthWatch {
  readonly #cpu = process.cpuUsage();
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor() {
    this.#delay.enable();
  }

  /** `seconds` of the span so far; `open`: requests had a schedule. */
  read(phase: Phase, seconds: number, open: boolean): GeneratorHealth {
    const { user, system } = process.cpuUsage(this.#cpu);
    const delay = this.#delay.count > 0 ? this.#delay.percentile(99) / 1e6 - RESOLUTION_MS : null;
    const lag = (percentile: number) => {
      const micros = open ? phase.lag.percentile(percentile) : null;
      return micros === null ? null : micros / 1000;
    };
    const sending = Math.max(seconds, (phase.lastSentAt - phase.from) / 1000);
    const scheduled = phase.log.rows;
    return {
      cpu: seconds > 0 ? (user + system) / 1e6 / seconds : 0,
      sends: phase.sent,
      lateSends: phase.lateSends,
      lagP50Ms: lag(50),
      lagP99Ms: lag(99),
      lagMaxMs: open && scheduled > 0 ? phase.maxLagMs : null,
      eventLoopP99Ms: delay === null ? null : Math.max(0, delay),
      offeredRate: open && seconds > 0 ? scheduled / seconds : null,
      achievedRate: open && sending > 0 ? phase.sent / sending : null,
    };
  }

  end(): void {
    this.#delay.disable();
  }
}
