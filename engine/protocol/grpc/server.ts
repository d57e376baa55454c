import type { Engine } from "../../types.ts";
import { healthService } from "./health-service.ts";
import { inferenceService } from "./inference-service.ts";
import { telemetryService } from "./telemetry-service.ts";
import { type GrpcServer, serveGrpc } from "./wire.ts";

/** All gRPC services of an engine on one port. */
export function serveEngineGrpc(
  engine: Engine,
  address: { host: string; port: number },
): Promise<GrpcServer> {
  const methods = [...inferenceService(engine), ...telemetryService(engine)];
  const services = [...new Set(methods.map(({ path }) => path.split("/")[1] ?? ""))];
  return serveGrpc([...methods, ...healthService(engine, services)], address);
}
