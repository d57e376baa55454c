/**
 * Of the API server's JSON, the fields that are read, as the Kubernetes API reference v1.34 has them
 * (https://kubernetes.io/docs/reference/kubernetes-api/). All may be missing: an older server leaves some out.
 * What the server sends is read by `read-objects.ts`, so that null and empty are as good as absent.
 */
export interface OwnerReference {
  readonly kind: string;
  readonly name: string;
  readonly controller?: boolean;
}

export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** RFC 3339 */
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly ownerReferences?: readonly OwnerReference[];
}

export interface KubeObject {
  readonly kind?: string;
  readonly metadata: Metadata;
}

/** A rejection in the API server's words. */
export interface KubeStatus {
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
}

export interface ContainerPort {
  readonly name?: string;
  readonly containerPort: number;
}

export interface Probe {
  readonly httpGet?: { readonly path?: string; readonly port: number | string };
  readonly grpc?: { readonly port: number };
  readonly tcpSocket?: { readonly port: number | string };
  readonly exec?: { readonly command?: readonly string[] };
  readonly periodSeconds?: number;
  readonly failureThreshold?: number;
}

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly ports?: readonly ContainerPort[];
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly startupProbe?: Probe;
}

interface Terminated {
  readonly reason?: string;
  readonly message?: string;
  readonly exitCode?: number;
  readonly signal?: number;
  readonly finishedAt?: string;
}

export interface ContainerStatus {
  readonly name: string;
  readonly ready?: boolean;
  readonly restartCount?: number;
  readonly state?: {
    readonly running?: { readonly startedAt?: string };
    readonly waiting?: { readonly reason?: string; readonly message?: string };
    readonly terminated?: Terminated;
  };
  readonly lastState?: { readonly terminated?: Terminated };
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface Pod extends KubeObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
  };
}

export interface Service extends KubeObject {
  readonly spec?: {
    readonly clusterIP?: string;
    readonly ports?: readonly { readonly name?: string; readonly port: number }[];
  };
}

export interface EndpointSlice extends KubeObject {
  readonly ports?: readonly { readonly name?: string | null; readonly port?: number | null }[];
  readonly endpoints?: readonly {
    readonly conditions?: { readonly ready?: boolean | null };
    readonly targetRef?: { readonly kind?: string; readonly name?: string };
  }[];
}

/** autoscaling/v2's MetricTarget and MetricValueStatus. */
export interface MetricValue {
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: number;
}

interface MetricSource {
  readonly name?: string;
  readonly metric?: { readonly name: string };
}

/** A MetricSpec with targets, or a MetricStatus with current values. */
export type Metric = { readonly type: string } & {
  readonly [S in
    | "resource"
    | "containerResource"
    | "pods"
    | "object"
    | "external"]?: MetricSource & {
    readonly target?: MetricValue;
    readonly current?: MetricValue;
  };
};

export interface HorizontalPodAutoscaler extends KubeObject {
  readonly spec?: {
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly metrics?: readonly Metric[];
  };
  readonly status?: {
    readonly currentReplicas?: number;
    readonly desiredReplicas?: number;
    readonly currentMetrics?: readonly Metric[] | null;
    readonly conditions?: readonly Condition[];
    readonly lastScaleTime?: string;
  };
}

/** core/v1's Event. */
export interface KubeEvent extends KubeObject {
  readonly involvedObject?: { readonly kind?: string; readonly name?: string };
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
}

/** serving.kserve.io/v1beta1 */
export interface InferenceService extends KubeObject {
  readonly spec?: {
    readonly predictor?: {
      readonly model?: {
        readonly modelFormat?: { readonly name?: string };
        readonly runtime?: string;
        readonly protocolVersion?: string;
      };
    };
  };
  readonly status?: { readonly url?: string; readonly conditions?: readonly Condition[] };
}

/** inference.networking.k8s.io/v1 */
export interface InferencePoolObject extends KubeObject {
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly targetPorts?: readonly { readonly number: number }[];
    readonly endpointPickerRef?: {
      readonly kind?: string;
      readonly name?: string;
      readonly port?: { readonly number: number };
      /** In versions before 1.0. */
      readonly portNumber?: number;
      readonly failureMode?: string;
    };
  };
  readonly status?: {
    readonly parents?: readonly {
      readonly conditions?: readonly Condition[];
      readonly parentRef?: { readonly kind?: string; readonly name?: string };
    }[];
  };
}

/** Priority of the requests that name it (apix/v1alpha2/inferenceobjective_types.go). */
export interface InferenceObjective extends KubeObject {
  readonly spec?: {
    readonly priority?: number;
    readonly poolRef?: { readonly name?: string };
  };
}

/** Criticality of the requests for a model, of versions before InferenceObjective (api/v1alpha2/inferencemodel_types.go). */
export interface InferenceModel extends KubeObject {
  readonly spec?: {
    readonly modelName?: string;
    readonly criticality?: string;
    readonly poolRef?: { readonly name?: string };
  };
}

export interface Job extends KubeObject {
  readonly status?: {
    readonly active?: number;
    readonly succeeded?: number;
    readonly failed?: number;
    readonly conditions?: readonly Condition[];
  };
}
