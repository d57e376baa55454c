import type { Engine } from "../../types.ts";
import { healthService } from "./health-service.ts";
import { serveHttp2 } from "./http2/http2-server.ts";
import { inferenceService } from "./inference-service.ts";
import { telemetryService } from "./telemetry-service.ts";
import { versionSplitService } from "./version-split-service.ts";
import type { GrpcServer, ServeGrpc, WireLimits } from "./wire.ts";

export interface EngineGrpcOptions {
  readonly limits?: WireLimits;
  /** The wire; ours by default. */
  readonly serve?: ServeGrpc;
}

/** All gRPC services of an engine on one port. */
export function serveEngineGrpc(
  engine: Engine,
  address: { host: string; port: number },
  { limits = {}, serve = serveHttp2 }: EngineGrpcOptions = {},
): Promise<GrpcServer> {
  const methods = [
    ...inferenceService(engine),
    ...telemetryService(engine),
    ...versionSplitService(engine),
  ];
  const services = [...new Set(methods.map(({ path }) => path.split("/")[1] ?? ""))];
  return serve([...methods, ...healthService(engine, services)], address, limits);
}
