import {
  count,
  fields,
  flag,
  integer,
  labels,
  list,
  number,
  port,
  portOrName,
  text,
} from "./fields.ts";
import type { Reader } from "./fields.ts";
import type {
  Condition,
  Container,
  ContainerStatus,
  EndpointSlice,
  HorizontalPodAutoscaler,
  InferenceModel,
  InferenceObjective,
  InferencePoolObject,
  InferenceService,
  Job,
  KubeEvent,
  KubeObject,
  KubeStatus,
  Metadata,
  Pod,
  Probe,
  Service,
} from "./objects.ts";

/**
 * The API server's objects as {@link Reader}s: what is not read here is not kept, environments with their secrets and
 * annotations with what was applied among it. An object without a name that Kubernetes would accept is left out.
 */
const OBJECT_NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

/** A DNS subdomain (RFC 1123): it becomes part of paths. */
const objectName: Reader<string> = (value) =>
  typeof value === "string" && OBJECT_NAME.test(value) ? value : undefined;

const metadata: Reader<Metadata> = fields(
  {
    name: objectName,
    namespace: objectName,
    uid: text,
    resourceVersion: text,
    labels,
    creationTimestamp: text,
    deletionTimestamp: text,
    ownerReferences: list(fields({ kind: text, name: text, controller: flag }, "kind", "name")),
  },
  "name",
);

/** Reads only the owners of an object. */
export const readObject: Reader<KubeObject> = fields({ kind: text, metadata }, "metadata");

export const readStatus: Reader<KubeStatus> = fields({ message: text, reason: text, code: number });

const probe: Reader<Probe> = fields({
  httpGet: fields({ path: text, port: portOrName }, "port"),
  grpc: fields({ port }, "port"),
  tcpSocket: fields({ port: portOrName }, "port"),
  exec: fields({ command: list(text) }),
  periodSeconds: count,
  failureThreshold: count,
});

const container: Reader<Container> = fields(
  {
    name: text,
    image: text,
    command: list(text),
    args: list(text),
    ports: list(fields({ name: text, containerPort: port }, "containerPort")),
    readinessProbe: probe,
    livenessProbe: probe,
    startupProbe: probe,
  },
  "name",
);

const terminated = fields({
  reason: text,
  message: text,
  exitCode: number,
  signal: number,
  finishedAt: text,
});

const containerStatus: Reader<ContainerStatus> = fields(
  {
    name: text,
    ready: flag,
    restartCount: count,
    state: fields({
      running: fields({ startedAt: text }),
      waiting: fields({ reason: text, message: text }),
      terminated,
    }),
    lastState: fields({ terminated }),
  },
  "name",
);

const condition: Reader<Condition> = fields(
  { type: text, status: text, reason: text, message: text },
  "type",
  "status",
);

export const readPod: Reader<Pod> = fields(
  {
    kind: text,
    metadata,
    spec: fields({
      nodeName: text,
      containers: list(container),
      initContainers: list(fields({ name: text }, "name")),
    }),
    status: fields({
      phase: text,
      reason: text,
      message: text,
      conditions: list(condition),
      containerStatuses: list(containerStatus),
      initContainerStatuses: list(containerStatus),
    }),
  },
  "metadata",
);

export const readService: Reader<Service> = fields(
  {
    kind: text,
    metadata,
    spec: fields({ clusterIP: text, ports: list(fields({ name: text, port }, "port")) }),
  },
  "metadata",
);

export const readEndpointSlice: Reader<EndpointSlice> = fields(
  {
    kind: text,
    metadata,
    ports: list(fields({ name: text, port })),
    endpoints: list(
      fields({
        conditions: fields({ ready: flag }),
        targetRef: fields({ kind: text, name: text }),
      }),
    ),
  },
  "metadata",
);

const metricValue = fields({ value: text, averageValue: text, averageUtilization: number });

const metricSource = fields({
  name: text,
  metric: fields({ name: text }, "name"),
  target: metricValue,
  current: metricValue,
});

const metric = fields(
  {
    type: text,
    resource: metricSource,
    containerResource: metricSource,
    pods: metricSource,
    object: metricSource,
    external: metricSource,
  },
  "type",
);

export const readAutoscaler: Reader<HorizontalPodAutoscaler> = fields(
  {
    kind: text,
    metadata,
    spec: fields({
      scaleTargetRef: fields({ kind: text, name: text }, "kind", "name"),
      minReplicas: count,
      maxReplicas: count,
      metrics: list(metric),
    }),
    status: fields({
      currentReplicas: count,
      desiredReplicas: count,
      currentMetrics: list(metric),
      conditions: list(condition),
      lastScaleTime: text,
    }),
  },
  "metadata",
);

export const readEvent: Reader<KubeEvent> = fields(
  {
    kind: text,
    metadata,
    involvedObject: fields({ kind: text, name: text }),
    type: text,
    reason: text,
    message: text,
    count,
    firstTimestamp: text,
    lastTimestamp: text,
    eventTime: text,
    series: fields({ count, lastObservedTime: text }),
  },
  "metadata",
);

export const readInferenceService: Reader<InferenceService> = fields(
  {
    kind: text,
    metadata,
    spec: fields({
      predictor: fields({
        model: fields({
          modelFormat: fields({ name: text }),
          runtime: text,
          protocolVersion: text,
        }),
      }),
    }),
    status: fields({ url: text, conditions: list(condition) }),
  },
  "metadata",
);

const portNumber = fields({ number: port }, "number");

const poolParent = fields({
  conditions: list(condition),
  parentRef: fields({ kind: text, name: text }),
});

export const readInferencePool: Reader<InferencePoolObject> = fields(
  {
    kind: text,
    metadata,
    spec: fields({
      selector: fields({ matchLabels: labels }),
      targetPorts: list(portNumber),
      endpointPickerRef: fields({
        kind: text,
        name: text,
        port: portNumber,
        portNumber: port,
        failureMode: text,
      }),
    }),
    status: fields({ parents: list(poolParent) }),
  },
  "metadata",
);

const readAlphaPoolFields = fields(
  {
    kind: text,
    metadata,
    spec: fields({
      selector: labels,
      targetPortNumber: port,
      extensionRef: fields({
        name: text,
        portNumber: port,
        targetPortNumber: port,
        failureMode: text,
      }),
    }),
    status: fields({ parent: list(poolParent) }),
  },
  "metadata",
);

/** Of the API's alpha versions (apix/v1alpha2 and api/v1alpha1/inferencepool_types.go), as one of v1. */
export const readAlphaInferencePool: Reader<InferencePoolObject> = (value) => {
  const pool = readAlphaPoolFields(value);
  if (pool === undefined) return undefined;
  const { spec = {}, status, ...rest } = pool;
  const { selector, targetPortNumber, extensionRef } = spec;
  return {
    ...rest,
    spec: {
      ...(selector && { selector: { matchLabels: selector } }),
      ...(targetPortNumber !== undefined && { targetPorts: [{ number: targetPortNumber }] }),
      ...(extensionRef && { endpointPickerRef: toPickerRef(extensionRef) }),
    },
    ...(status?.parent && { status: { parents: status.parent } }),
  };
};

type ExtensionRef = NonNullable<
  NonNullable<ReturnType<typeof readAlphaPoolFields>>["spec"]
>["extensionRef"];

/** The picker's port is `targetPortNumber` in v1alpha1. */
function toPickerRef({ targetPortNumber, ...rest }: NonNullable<ExtensionRef>) {
  return { ...(targetPortNumber !== undefined && { portNumber: targetPortNumber }), ...rest };
}

export const readInferenceObjective: Reader<InferenceObjective> = fields(
  {
    kind: text,
    metadata,
    spec: fields({ priority: integer, poolRef: fields({ name: text }) }),
  },
  "metadata",
);

export const readInferenceModel: Reader<InferenceModel> = fields(
  {
    kind: text,
    metadata,
    spec: fields({ modelName: text, criticality: text, poolRef: fields({ name: text }) }),
  },
  "metadata",
);

export const readJob: Reader<Job> = fields(
  {
    kind: text,
    metadata,
    status: fields({
      active: count,
      succeeded: count,
      failed: count,
      conditions: list(condition),
    }),
  },
  "metadata",
);
