import type { PoolPlace } from "../scheduling/instance-pool.ts";

/** Places on the CPU, named m_0 and so on, without resources. */
export function poolPlaces(count: number): PoolPlace[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `m_${index}`,
    kind: "KIND_CPU",
    deviceId: -1,
    resources: [],
    priority: 0,
  }));
}
