import type { Deployment } from "../../contract/index.ts";

/** Of the sample model `ranker`. */
export const sampleDeployment: Deployment = {
  serverId: "embedded",
  models: ["ranker"],
  name: "ranker",
  namespace: "serving",
  image: "nvcr.io/nvidia/tritonserver:26.10-py3",
  storage: { kind: "claim", claim: "models" },
  cpu: "4",
  memory: "8Gi",
  cacheMiB: 64,
  gpus: 0,
  leastReplicas: 2,
  mostReplicas: 6,
  queueToCompute: 0.5,
  startupSeconds: 125,
  drainSeconds: 40,
  queueAlert: 50,
};
