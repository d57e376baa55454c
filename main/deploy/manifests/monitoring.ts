import type { Deployment } from "../../contract/index.ts";
import { QUEUE_TO_COMPUTE, queueToCompute, rate, sumBy } from "../metrics.ts";
import { createLabels, createMetadata } from "./names.ts";

/** For the Prometheus operator (monitoring.coreos.com/v1). */
export function serviceMonitor(plan: Deployment): object {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "ServiceMonitor",
    metadata: createMetadata(plan),
    spec: {
      selector: { matchLabels: createLabels(plan) },
      namespaceSelector: { matchNames: [plan.namespace] },
      endpoints: [{ port: "metrics", path: "/metrics", interval: "15s" }],
    },
  };
}

/** The recorded ratio for autoscaling, and the alerts. */
export function prometheusRules(plan: Deployment): object {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: createMetadata(plan),
    spec: {
      groups: [
        {
          name: `${plan.name}.scaling`,
          interval: "15s",
          rules: [
            {
              record: QUEUE_TO_COMPUTE,
              expr: queueToCompute("namespace, service, pod", formatSelector(plan)),
            },
          ],
        },
        { name: `${plan.name}.alerts`, rules: alerts(plan) },
      ],
    },
  };
}

/**
 * Selects only this deployment's pods, by the Service label that the operator adds to scraped metrics, since the names of
 * pods of `ranker-v2` start with `ranker-`, too.
 */
export function formatSelector({
  namespace,
  name,
}: Pick<Deployment, "namespace" | "name">): string {
  return `namespace="${namespace}",service="${name}"`;
}

function alerts(plan: Deployment): object[] {
  const selector = formatSelector(plan);
  const alert = (
    name: string,
    [severity, wait]: readonly [string, string],
    expr: string,
    summary: string,
  ) => ({
    alert: name,
    expr,
    for: wait,
    labels: { severity },
    annotations: { summary },
  });
  const failures = (reason: string) =>
    rate("nv_inference_request_failure", `${selector},${reason}`, "5m");
  return [
    alert(
      "TritonQueueGrows",
      ["warning", "1m"],
      `${sumBy("pod, model", `nv_inference_pending_request_count{${selector}}`)} > ${plan.queueAlert}`,
      "More than {{ $value }} requests wait for {{ $labels.model }} in {{ $labels.pod }}.",
    ),
    alert(
      "TritonQueueTimeouts",
      ["warning", "5m"],
      `${sumBy("model", failures('reason="REJECTED"'))} > 0`,
      "Requests to {{ $labels.model }} pass their queue timeout and are rejected. Those rejected because a queue is full are in no metric.",
    ),
    alert(
      "TritonFailures",
      ["critical", "5m"],
      `${sumBy("model", failures('reason=~"BACKEND|OTHER"'))} > 0`,
      "Requests to {{ $labels.model }} fail in the server.",
    ),
    alert(
      "TritonAtItsLimit",
      ["critical", "10m"],
      `avg(${QUEUE_TO_COMPUTE}{${selector}}) > ${plan.queueToCompute} and count(up{${selector}} == 1) >= ${plan.mostReplicas}`,
      `All ${plan.mostReplicas} replicas run and requests still wait longer than they may.`,
    ),
    alert(
      "TritonReplicaLost",
      ["critical", "2m"],
      `(count(up{${selector}} == 1) or vector(0)) < ${plan.leastReplicas}`,
      `Fewer than ${plan.leastReplicas} replicas answer with metrics.`,
    ),
  ];
}
