import { stringify } from "yaml";
import type { DeployFile, Deployment } from "../contract/index.ts";
import { dashboard } from "./dashboard.ts";
import { adapterValues, autoscalerManifest } from "./manifests/autoscaler.ts";
import { deploymentManifest, MODELS, type Needs } from "./manifests/deployment.ts";
import { prometheusRules, serviceMonitor } from "./manifests/monitoring.ts";
import { createLabels } from "./manifests/names.ts";
import { disruptionBudget, serviceManifest } from "./manifests/service.ts";
import { readme } from "./readme.ts";

export const REPOSITORY = "model-repository";

/** Every file except the models', by its path in the output folder. */
export function createBundle(plan: Deployment, needs: Needs): DeployFile[] {
  const resources = {
    "deployment.yaml": deploymentManifest(plan, needs),
    "service.yaml": serviceManifest(plan),
    "disruption-budget.yaml": disruptionBudget(plan),
    "autoscaler.yaml": autoscalerManifest(plan),
    "service-monitor.yaml": serviceMonitor(plan),
    "prometheus-rules.yaml": prometheusRules(plan),
  };
  return [
    { path: "README.md", text: readme(plan) },
    ...(plan.storage.kind === "image" ? [{ path: "Dockerfile", text: dockerfile(plan) }] : []),
    {
      path: "kubernetes/kustomization.yaml",
      text: yaml(kustomization(plan, Object.keys(resources))),
    },
    ...Object.entries(resources).map(([name, manifest]) => ({
      path: `kubernetes/${name}`,
      text: yaml(manifest),
    })),
    { path: "kubernetes/dashboard.json", text: `${JSON.stringify(dashboard(plan), null, 2)}\n` },
    { path: "prometheus-adapter-values.yaml", text: yaml(adapterValues()) },
  ];
}

function kustomization(plan: Deployment, resources: readonly string[]): object {
  return {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    namespace: plan.namespace,
    resources,
    configMapGenerator: [
      {
        name: `${plan.name}-dashboard`,
        // The side-car puts the files of all ConfigMaps into one folder under this name.
        files: [`triton-${plan.namespace}-${plan.name}.json=dashboard.json`],
        options: {
          disableNameSuffixHash: true,
          // Grafana's side-car loads ConfigMaps with this label.
          labels: { ...createLabels(plan), grafana_dashboard: "1" },
        },
      },
    ],
  };
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** An image with the models: every replica has the same ones, and their version is the tag. */
function dockerfile({ image }: Pick<Deployment, "image">): string {
  return `FROM ${image}\nCOPY --chown=1000:1000 model-repository ${MODELS}\n`;
}
