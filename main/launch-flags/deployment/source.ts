/** A Deployment of a cluster whose context is known to the console. */
export interface DeploymentPlace {
  readonly contextId: number;
  readonly namespace: string;
  readonly name: string;
}

export interface DeploymentContainer {
  readonly name: string;
  /** Null: the image's. */
  readonly command: readonly string[] | null;
  readonly args: readonly string[] | null;
}

export interface DeploymentState {
  readonly containers: readonly DeploymentContainer[];
  readonly replicas: number;
  /** RollingUpdate or Recreate. */
  readonly strategy: string;
  readonly rollout: {
    readonly complete: boolean;
    /** What it waits for; "" where it is complete. */
    readonly state: string;
    /** Why the cluster gave up; null: it did not. */
    readonly failed: string | null;
  };
}

export interface DeploymentPod {
  readonly name: string;
  readonly containers: readonly DeploymentContainer[];
  readonly ready: boolean;
  readonly ending: boolean;
  /** The cluster's words for why it is not ready; null where it is, or not reported. */
  readonly reason: string | null;
  readonly statuses: readonly PodContainerStatus[];
}

export interface PodContainerStatus {
  readonly name: string;
  readonly restarts: number;
  /** CrashLoopBackOff, ImagePullBackOff …; null: it does not wait. */
  readonly waiting: { readonly reason: string; readonly message: string } | null;
  /** How it ended last. */
  readonly ended: { readonly reason: string; readonly exitCode: number | null } | null;
}

/** Deployments as the cluster has them. All reject with StatusErrors; changes with PERMISSION_DENIED where the user hasn't allowed them. */
export interface DeploymentSource {
  read(place: DeploymentPlace, signal: AbortSignal): Promise<DeploymentState>;
  /** A strategic merge patch. */
  patch(place: DeploymentPlace, patch: object, signal: AbortSignal): Promise<void>;
  pods(place: DeploymentPlace, signal: AbortSignal): Promise<readonly DeploymentPod[]>;
  /** The last lines of a container, or of the one that ran before it; [] without any. */
  log(
    place: DeploymentPlace,
    of: { readonly pod: string; readonly container: string; readonly previous: boolean },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** A loopback address that leads to the server in a pod. */
  forward(
    place: DeploymentPlace,
    pod: string,
    signal: AbortSignal,
  ): Promise<Disposable & { readonly address: string; readonly caveat: string }>;
}
