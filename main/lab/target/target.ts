import type { ModelStatistics } from "../../../engine/types.ts";
import type { ModelDetail } from "../../contract/index.ts";
import type { BatchSink } from "../../servers/index.ts";
import { formatAuthority, type Target } from "../../wire/index.ts";
import { GrpcClient } from "../../wire/transport/index.ts";
import { fetchModelDetail, InsightClient, TritonOverGrpc } from "../../servers/triton/index.ts";
import { HttpTarget } from "./http-target.ts";

/** A server to measure that is only known by its target. Calls reject with StatusErrors. */
export interface MeasuredServer extends Disposable {
  modelDetail(model: string): Promise<ModelDetail>;
  statistics(model: string): Promise<ModelStatistics[]>;
  /** Emits executed batches until disposed; on servers that don't report them it ends at once. */
  watchBatches(model: string, sink: BatchSink): Disposable;
  /** Known after the first response; null where not reported by this server. */
  readonly version: string | null;
  /** Known after the first response: over HTTP its tensors must be JSON. */
  readonly asJson: boolean;
}

/** Uses the protocol that is measured. */
export function openTarget(wire: "http" | "grpc", target: Target): MeasuredServer {
  if (wire === "http") return new HttpTarget(target);
  const grpc = new GrpcClient(target);
  const client = new TritonOverGrpc(grpc);
  let version: string | null = null;
  return {
    modelDetail: async (model) => {
      ({ version } = await client.serverMetadata({}));
      const index = await client.repositoryIndex({});
      const wanted = { serverId: formatAuthority(target), model, index, telemetry: null };
      return await fetchModelDetail(client, wanted, {});
    },
    statistics: (model) => client.modelStatistics(model, {}),
    watchBatches: (model, sink) => new InsightClient(grpc).watchBatches(model, sink),
    get version() {
      return version;
    },
    asJson: false,
    [Symbol.dispose]: () => grpc.close(),
  };
}
