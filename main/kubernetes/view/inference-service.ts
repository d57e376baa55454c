import type { ClusterView } from "../../contract/index.ts";
import type { InferenceService } from "../objects.ts";

/** KServe's custom resource (kserve/kserve, pkg/apis/serving/v1beta1) as a row. */
export function inferenceServiceView({
  metadata,
  spec,
  status,
}: InferenceService): ClusterView["inferenceServices"][number] {
  const model = spec?.predictor?.model;
  const conditions = status?.conditions ?? [];
  const failed = conditions.find(
    (each) => each.status === "False" && (each.message || each.reason),
  );
  return {
    namespace: metadata.namespace ?? "",
    name: metadata.name,
    format: model?.modelFormat?.name ?? "",
    runtime: model?.runtime ?? "",
    protocol: model?.protocolVersion ?? "",
    ready: conditions.some(({ type, status: met }) => type === "Ready" && met === "True"),
    reason: failed ? `${failed.type}: ${failed.message ?? failed.reason}` : null,
    url: status?.url ?? "",
  };
}
