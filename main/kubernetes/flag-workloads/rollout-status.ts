import type { WorkloadState } from "../../launch-flags/index.ts";
import type { Deployment, StatefulSet } from "./deployments-and-stateful-sets.ts";

export type Rollout = WorkloadState["rollout"];

const waiting = (state: string): Rollout => ({ complete: false, state, failed: null });
export const COMPLETE: Rollout = { complete: true, state: "", failed: null };

/** As `kubectl rollout status` has it (kubernetes v1.34, staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go). */
export function deploymentRollout({ metadata, spec, status = {} }: Deployment): Rollout {
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
  return COMPLETE;
}

/** Of those that KServe made for one service. */
export function deploymentsRollout(deployments: readonly Deployment[]): Rollout {
  const rollouts = deployments.map(deploymentRollout);
  return (
    rollouts.find(({ failed }) => failed !== null) ??
    rollouts.find(({ complete }) => !complete) ??
    COMPLETE
  );
}

/** As `kubectl rollout status` has it, in the same file. It knows no deadline. */
export function statefulSetRollout({ metadata, spec, status = {} }: StatefulSet): Rollout {
  const observed = status.observedGeneration ?? 0;
  if (observed === 0 || (metadata.generation ?? 0) > observed)
    return waiting("The StatefulSet's controller has not seen the change yet.");
  const wanted = spec?.replicas ?? 1;
  const { readyReplicas = 0, updatedReplicas = 0, currentRevision, updateRevision } = status;
  if (readyReplicas < wanted) return waiting(`${readyReplicas} of ${wanted} pods are ready.`);
  if (updateRevision !== currentRevision)
    return waiting(`${updatedReplicas} of ${wanted} pods have the new flags.`);
  return COMPLETE;
}
