import type { V2HorizontalPodAutoscaler } from "@kubernetes/client-node";
import type { Deployment } from "../../contract/index.ts";
import { QUEUE_TO_COMPUTE, QUEUE_TO_COMPUTE_API } from "../metrics.ts";
import { createMetadata } from "./names.ts";

const SCALE_DOWN_AFTER = 300;

/** autoscaling/v2: Kubernetes has removed v2beta2, which published charts still use, in 1.26. */
export function autoscalerManifest(plan: Deployment): V2HorizontalPodAutoscaler {
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: createMetadata(plan),
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: plan.name },
      minReplicas: plan.leastReplicas,
      maxReplicas: plan.mostReplicas,
      metrics: [
        {
          type: "Pods",
          pods: {
            metric: { name: QUEUE_TO_COMPUTE_API },
            target: { type: "AverageValue", averageValue: milli(plan.queueToCompute) },
          },
        },
      ],
      behavior: {
        scaleUp: {
          stabilizationWindowSeconds: 30,
          policies: [{ type: "Percent", value: 100, periodSeconds: 60 }],
        },
        scaleDown: {
          stabilizationWindowSeconds: SCALE_DOWN_AFTER,
          policies: [{ type: "Pods", value: 1, periodSeconds: 60 }],
        },
      },
    },
  };
}

/** Kubernetes's quantities have at most three decimals. */
function milli(ratio: number): string {
  return `${Math.round(ratio * 1000)}m`;
}

/** Values for prometheus-adapter's chart, which provides the recorded ratio to the autoscaler. */
export function adapterValues(): object {
  return {
    rules: {
      custom: [
        {
          seriesQuery: `{__name__="${QUEUE_TO_COMPUTE}",namespace!="",pod!=""}`,
          resources: {
            overrides: { namespace: { resource: "namespace" }, pod: { resource: "pod" } },
          },
          name: { matches: ".*", as: QUEUE_TO_COMPUTE_API },
          metricsQuery: "avg by (<<.GroupBy>>) (<<.Series>>{<<.LabelMatchers>>})",
        },
      ],
    },
  };
}
