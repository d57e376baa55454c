import { formatAuthority, type Target } from "../../wire/index.ts";
import { GrpcClient } from "../../wire/transport/index.ts";
import { fetchModelDetail, InsightClient, TritonOverGrpc } from "../../servers/triton/index.ts";
import type { MeasuredServer } from "./measured-server.ts";
import { HttpTarget } from "./http-target.ts";

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
