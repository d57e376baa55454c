import type { Deployment } from "./read-deployment.ts";
import type { DeploymentState } from "../../launch-flags/index.ts";

/** As `kubectl rollout status` has it (kubernetes v1.34, staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go). */
export function rolloutStatus({
  metadata,
  spec,
  status = {},
}: Deployment): DeploymentState["rollout"] {
  const waiting = (state: string) => ({ complete: false, state, failed: null });
  if ((metadata.generation ?? 0) > (status.observedGeneration ?? 0))
    return waiting("The Deployment's controller has not seen the change yet.");
  const progressing = status.conditions?.find(({ type }) => type === "Progressing");
  if (progressing?.reason === "ProgressDeadlineExceeded")
    return {
      ...waiting("It exceeded its progress deadline."),
      failed: progressing.message ?? "The Deployment exceeded its progress deadline.",
    };
  const wanted = spec?.replicas ?? 1;
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status;
  if (updatedReplicas < wanted)
    return waiting(`${updatedReplicas} of ${wanted} pods have the new flags.`);
  if (replicas > updatedReplicas)
    return waiting(`${replicas - updatedReplicas} pods with the former flags are ending.`);
  if (availableReplicas < updatedReplicas)
    return waiting(`${availableReplicas} of ${updatedReplicas} pods are available.`);
  return { complete: true, state: "", failed: null };
}
