import { type Deployment, deployment } from "../../main/contract/index.ts";

/** The form's initial values. */
export function firstPlan(
  serverId: string,
  models: readonly string[],
  namespace = "serving",
): Deployment {
  return {
    serverId,
    models: [...models],
    name: toLabel(models[0] ?? "triton"),
    namespace,
    image: "nvcr.io/nvidia/tritonserver:25.12-py3",
    storage: { kind: "image", image: `registry.example/${toLabel(models[0] ?? "triton")}:1` },
    cpu: "4",
    memory: "8Gi",
    cacheMiB: 256,
    gpus: 0,
    leastReplicas: 2,
    mostReplicas: 8,
    queueToCompute: 1,
    startupSeconds: 300,
    drainSeconds: 30,
    queueAlert: 50,
  };
}

/** A model's name as a valid name of a Kubernetes Service, which starts with a letter. */
function toLabel(model: string): string {
  const label = model
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-+|-+$/g, "");
  if (/^\d/.test(label)) return `model-${label}`;
  return label || "triton";
}

/** Errors of a plan by field, such as `storage.claim`. */
export function findErrors(plan: Deployment): Record<string, string> {
  const { error } = deployment.safeParse(plan);
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join("."), sentence(message)]),
  );
}

function sentence(message: string): string {
  const words = message.charAt(0).toUpperCase() + message.slice(1);
  return words.endsWith(".") ? words : `${words}.`;
}
