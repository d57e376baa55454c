import type { Engine } from "../../types.ts";
import { text } from "../http/answer.ts";
import type { Route } from "../http/call.ts";
import { EXPOSITION_TYPE, exposition } from "./exposition.ts";
import { metricFamilies } from "./families.ts";
import { machineReader } from "./machine.ts";

/** GET /metrics for Prometheus. */
export function metricsRoutes(engine: Engine, readMachine = machineReader()): Route[] {
  return [
    {
      method: "GET",
      path: /^\/metrics\/?$/,
      handle: () => text(200, exposition(metricFamilies(engine, readMachine())), EXPOSITION_TYPE),
    },
  ];
}
