import type { V1PodDisruptionBudget, V1Service } from "@kubernetes/client-node";
import type { Deployment } from "../../contract/index.ts";
import { createLabels, createMetadata, PORTS } from "./names.ts";

/**
 * Headless: its name resolves to every replica, so that a gRPC client, which keeps its connections, can distribute its calls
 * itself. With a virtual IP address all of its calls would go to one replica.
 */
export function serviceManifest(plan: Deployment): V1Service {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: createMetadata(plan),
    spec: {
      clusterIP: "None",
      selector: createLabels(plan),
      ports: Object.entries(PORTS).map(([name, port]) => ({ name, port, targetPort: name })),
    },
  };
}

export function disruptionBudget(plan: Deployment): V1PodDisruptionBudget {
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: createMetadata(plan),
    spec: { maxUnavailable: 1, selector: { matchLabels: createLabels(plan) } },
  };
}
