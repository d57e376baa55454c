import type { Engine } from "../../types.ts";
import { NO_RESTRICTIONS, type Restrictions } from "../restrictions.ts";
import { featureForPath } from "./features.ts";
import { healthService } from "./health-service.ts";
import { type ServerTls, serveHttp2 } from "./http2/http2-server.ts";
import { inferenceService } from "./inference-service.ts";
import { telemetryService } from "./telemetry-service.ts";
import { versionSplitService } from "./version-split-service.ts";
import type { GrpcServer, ServeGrpc, WireLimits } from "./wire.ts";

export interface EngineGrpcOptions {
  readonly limits?: WireLimits;
  /** Default: every method is open. */
  readonly restrictions?: Restrictions;
  readonly tls?: ServerTls;
  /** Called when an internal error ended a connection. */
  readonly onFault?: (sentence: string) => void;
  /** The HTTP/2 implementation; ours by default. Others don't support TLS. */
  readonly serve?: ServeGrpc;
}

/** All gRPC services of an engine on one port. */
export function serveEngineGrpc(
  engine: Engine,
  address: { host: string; port: number },
  { limits = {}, restrictions = NO_RESTRICTIONS, serve, tls, onFault }: EngineGrpcOptions = {},
): Promise<GrpcServer> {
  const methods = [
    ...inferenceService(engine),
    ...telemetryService(engine),
    ...versionSplitService(engine),
  ];
  const services = [...new Set(methods.map(({ path }) => path.split("/")[1] ?? ""))];
  const all = [...methods, ...healthService(engine, services)].map((method) => {
    const restriction = restrictions.get(featureForPath(method.path));
    return restriction === undefined ? method : { ...method, restriction };
  });
  if (serve !== undefined) return serve(all, address, limits);
  return serveHttp2(all, address, { ...limits, ...(tls && { tls }), ...(onFault && { onFault }) });
}
