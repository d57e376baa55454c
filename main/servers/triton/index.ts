import type { Reach } from "../kinds/kind.ts";
import type { TritonClient } from "./client.ts";
import { TritonOverGrpc } from "./over-grpc.ts";
import { TritonOverHttp } from "./over-http.ts";

export { InsightClient } from "../insight-client.ts";
export { isBatchdeck, TELEMETRY_EXTENSION } from "./is-batchdeck.ts";
export type { TritonClient } from "./client.ts";
export { TritonOverGrpc } from "./over-grpc.ts";
export { isUnloaded, readLoadProblem } from "./load-problem.ts";
export { fetchModelDetail } from "./model-detail.ts";
export { TritonOverHttp } from "./over-http.ts";

/** Over gRPC if it has an address for it, else over HTTP; null with neither. */
export function tritonClient({ grpc, http }: Pick<Reach, "grpc" | "http">): TritonClient | null {
  if (grpc) return new TritonOverGrpc(grpc);
  return http && new TritonOverHttp(http);
}
