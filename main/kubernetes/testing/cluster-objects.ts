import type {
  Container,
  EndpointSlice,
  HorizontalPodAutoscaler,
  KubeEvent,
  KubeObject,
  Pod,
  Service,
} from "../objects.ts";
import type { TestApiServer } from "./api-server.ts";

/** As `kubectl get -o json` shows them, with what is not read left out. */
export const NAMESPACE = "models";

export interface PodShape {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly owner?: { readonly kind: string; readonly name: string };
  readonly container?: Partial<Container>;
  readonly ready?: boolean;
  readonly restarts?: number;
  readonly phase?: string;
  readonly lastEnd?: string;
  readonly waiting?: { readonly reason: string; readonly message: string };
}

export const tritonContainer: Container = {
  name: "triton",
  image: "nvcr.io/nvidia/tritonserver:25.08-py3",
  args: ["tritonserver", "--model-repository=/models"],
  ports: [
    { name: "http", containerPort: 8000 },
    { name: "grpc", containerPort: 8001 },
    { name: "metrics", containerPort: 8002 },
  ],
  readinessProbe: { httpGet: { path: "/v2/health/ready", port: "http" }, periodSeconds: 5 },
  livenessProbe: { httpGet: { path: "/v2/health/live", port: "http" }, failureThreshold: 6 },
};

export function createPod({
  name,
  namespace = NAMESPACE,
  labels = {},
  owner,
  container = tritonContainer,
  ready = true,
  restarts = 0,
  phase = "Running",
  lastEnd,
  waiting,
}: PodShape): Pod {
  const main = { name: "server", ...container };
  return {
    kind: "Pod",
    metadata: {
      name,
      namespace,
      labels,
      ...(owner && { ownerReferences: [{ ...owner, controller: true }] }),
    },
    spec: { nodeName: "gpu-node-1", containers: [main] },
    status: {
      phase,
      conditions: [
        ready
          ? { type: "Ready", status: "True" }
          : {
              type: "Ready",
              status: "False",
              reason: "ContainersNotReady",
              message: `containers with unready status: [${main.name}]`,
            },
      ],
      containerStatuses: [
        {
          name: main.name,
          ready,
          restartCount: restarts,
          ...(waiting && { state: { waiting } }),
          ...(lastEnd && {
            lastState: {
              terminated: { reason: lastEnd, exitCode: 137, finishedAt: "2026-05-04T08:30:00Z" },
            },
          }),
        },
      ],
    },
  };
}

export function createReplicaSet(name: string, deployment: string): KubeObject {
  return {
    metadata: {
      name,
      namespace: NAMESPACE,
      ownerReferences: [{ kind: "Deployment", name: deployment, controller: true }],
    },
  };
}

export function createService(
  name: string,
  ports: readonly { name: string; port: number }[],
): Service {
  return { metadata: { name, namespace: NAMESPACE }, spec: { clusterIP: "10.96.0.12", ports } };
}

export function createSlice(
  service: string,
  pods: readonly { readonly name: string; readonly ready: boolean }[],
  ports: readonly { readonly name: string; readonly port: number }[],
): EndpointSlice {
  return {
    metadata: {
      name: `${service}-x7k2p`,
      namespace: NAMESPACE,
      labels: { "kubernetes.io/service-name": service },
    },
    ports,
    endpoints: pods.map(({ name, ready }) => ({
      conditions: { ready },
      targetRef: { kind: "Pod", name },
    })),
  };
}

export function autoscalerOfDeployment(
  deployment: string,
  status: HorizontalPodAutoscaler["status"],
): HorizontalPodAutoscaler {
  return {
    metadata: { name: deployment, namespace: NAMESPACE },
    spec: {
      scaleTargetRef: { kind: "Deployment", name: deployment },
      minReplicas: 1,
      maxReplicas: 4,
      metrics: [
        {
          type: "Pods",
          pods: {
            metric: { name: "triton_queue_to_compute" },
            target: { averageValue: "500m" },
          },
        },
      ],
    },
    ...(status && { status }),
  };
}

export function createEvent(
  object: string,
  reason: string,
  message: string,
  type = "Warning",
): KubeEvent {
  const [kind = "", name = ""] = object.split("/");
  return {
    metadata: { name: `${name}.${reason.toLowerCase()}`, namespace: NAMESPACE },
    involvedObject: { kind, name },
    type,
    reason,
    message,
    count: 3,
    lastTimestamp: "2026-05-04T08:31:00Z",
  };
}

export const servingPorts = [
  { name: "http", port: 8000 },
  { name: "grpc", port: 8001 },
  { name: "metrics", port: 8002 },
];

/** A Deployment `triton` of this many pods behind a Service of the same name, with an autoscaler. */
export function putTritonDeployment(server: TestApiServer, pods: readonly string[]): void {
  const { store } = server;
  store.put("/api/v1/namespaces", { metadata: { name: NAMESPACE } });
  store.put("/apis/apps/v1/replicasets", createReplicaSet("triton-7d9c", "triton"));
  for (const name of pods)
    store.put(
      "/api/v1/pods",
      createPod({
        name,
        labels: { app: "triton", "pod-template-hash": "7d9c" },
        owner: { kind: "ReplicaSet", name: "triton-7d9c" },
      }),
    );
  store.put("/api/v1/services", createService("triton", servingPorts));
  store.put(
    "/apis/discovery.k8s.io/v1/endpointslices",
    createSlice(
      "triton",
      pods.map((name) => ({ name, ready: true })),
      servingPorts,
    ),
  );
  store.put(
    "/apis/autoscaling/v2/horizontalpodautoscalers",
    autoscalerOfDeployment("triton", {
      currentReplicas: pods.length,
      desiredReplicas: 4,
      currentMetrics: [
        {
          type: "Pods",
          pods: { metric: { name: "triton_queue_to_compute" }, current: { averageValue: "1700m" } },
        },
      ],
      conditions: [
        { type: "AbleToScale", status: "True", reason: "SucceededRescale" },
        { type: "ScalingActive", status: "True", reason: "ValidMetricFound" },
        { type: "ScalingLimited", status: "True", reason: "TooManyReplicas" },
      ],
    }),
  );
}
