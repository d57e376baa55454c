import { grpc } from "../../../assets/proto/index.ts";
import type { Engine } from "../../types.ts";
import { unary } from "./unary.ts";
import type { UnaryMethod } from "./wire.ts";

const { HealthCheckRequest, HealthCheckResponse } = grpc.health.v1;
const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = HealthCheckResponse.ServingStatus;

/** grpc.health.v1.Health: the server as a whole, or one of `services` by name. */
export function healthService(engine: Engine, services: readonly string[]): UnaryMethod[] {
  return [
    unary(
      "/grpc.health.v1.Health/Check",
      HealthCheckRequest,
      HealthCheckResponse,
      ({ service }) => {
        if (service !== "" && !services.includes(service)) return { status: SERVICE_UNKNOWN };
        return { status: engine.ready() ? SERVING : NOT_SERVING };
      },
    ),
  ];
}
