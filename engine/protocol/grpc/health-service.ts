import { setTimeout } from "node:timers/promises";
import { grpc } from "../../../assets/proto/index.ts";
import type { Engine } from "../../types.ts";
import { serverStreaming, unary } from "./unary.ts";
import type { Method } from "./wire.ts";

const { HealthCheckRequest, HealthCheckResponse } = grpc.health.v1;
const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = HealthCheckResponse.ServingStatus;

/** Interval between two checks of a watched status, ms. */
const WATCH_MS = 250;

/** grpc.health.v1.Health for the server as a whole or one of `services`, by name. */
export function healthService(engine: Engine, services: readonly string[]): Method[] {
  const toServingStatus = (service: string) => {
    if (service !== "" && !services.includes(service)) return SERVICE_UNKNOWN;
    return engine.ready() ? SERVING : NOT_SERVING;
  };
  return [
    unary(
      "/grpc.health.v1.Health/Check",
      HealthCheckRequest,
      HealthCheckResponse,
      ({ service }) => ({ status: toServingStatus(service) }),
    ),
    serverStreaming(
      "/grpc.health.v1.Health/Watch",
      HealthCheckRequest,
      HealthCheckResponse,
      async ({ service }, write, call) => {
        const signal = AbortSignal.any([call.signal, call.closing]);
        let lastStatus: number | undefined;
        while (!signal.aborted) {
          const status = toServingStatus(service);
          if (status !== lastStatus) await write({ status });
          lastStatus = status;
          await setTimeout(WATCH_MS, undefined, { signal }).catch(() => {});
        }
      },
    ),
  ];
}
