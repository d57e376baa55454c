import type { Sample } from "./samples.ts";

/** What used the machine while the probe sampled it. */
export interface CpuTimes {
  /** Cores that neither the generator nor the server used. */
  readonly otherCores: number;
  /** Share (0..1) of the CPU time that competes with a waiting thread of the server. */
  readonly otherShare: number;
}

/** Null if the system does not report waits, or the machine's total. `generatorMs` over the same span. */
export function cpuTimes(samples: readonly Sample[], generatorMs: number): CpuTimes | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || Number.isNaN(last.ownWaitMs) || last.at <= first.at) return null;
  const grown = (name: keyof Sample) => {
    const growth = last[name] - first[name];
    return Number.isNaN(growth) ? 0 : growth;
  };
  const server = grown("serverRunMs");
  const other = Math.max(0, grown("busyMs") - server - generatorMs);
  // The server's busiest thread does not wait for itself.
  const competing = other + generatorMs + Math.max(0, server - grown("busiestRunMs"));
  return {
    otherCores: other / (last.at - first.at),
    otherShare: competing > 0 ? other / competing : 0,
  };
}
