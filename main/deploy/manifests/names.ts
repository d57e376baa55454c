import type { Deployment } from "../../contract/index.ts";

/** Labels of every object, for selectors, dashboards and users. */
export function createLabels({ name }: Pick<Deployment, "name">): Record<string, string> {
  return { "app.kubernetes.io/name": "triton", "app.kubernetes.io/instance": name };
}

export function createMetadata({ name, namespace }: Deployment, suffix = "") {
  return { name: `${name}${suffix}`, namespace, labels: createLabels({ name }) };
}

export const PORTS = { http: 8000, grpc: 8001, metrics: 8002 } as const;
