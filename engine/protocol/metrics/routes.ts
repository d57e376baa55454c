import type { Engine } from "../../types.ts";
import { text } from "../http/http-response.ts";
import type { Route } from "../http/call.ts";
import { EXPOSITION_TYPE, exposition } from "./exposition.ts";
import { metricFamilies } from "./families.ts";
import type { MachineMetrics } from "./machine.ts";

/** GET /metrics for Prometheus; without `readMachine` it omits the machine's CPU and memory. */
export function metricsRoutes(
  engine: Engine,
  readMachine: (() => MachineMetrics) | undefined,
): Route[] {
  return [
    {
      method: "GET",
      path: /^\/metrics\/?$/,
      handle: () => text(200, exposition(metricFamilies(engine, readMachine?.())), EXPOSITION_TYPE),
    },
  ];
}
