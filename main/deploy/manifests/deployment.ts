import type { V1Container, V1Deployment, V1Volume, V1VolumeMount } from "@kubernetes/client-node";
import type { Deployment, ModelStorage } from "../../contract/index.ts";
import { createLabels, createMetadata, PORTS } from "./names.ts";

/** Where models are in the container. */
export const MODELS = "/models";
const STARTUP_PERIOD = 10;
/** Timeout of a rollout of the Deployment, in which models load. */
const ROLLOUT_SECONDS = 600;
/** Maximum age of connections, ms: gRPC clients resolve their replicas again when one ends. */
const CONNECTION_AGE = 300_000;
/** Under load answers may be late without a fault. */
const READY_TIMEOUT = 3;
const LIVE_TIMEOUT = 5;
/** Time in which Endpoints remove a pod before it stops accepting requests. */
const LEAVING_SECONDS = 10;
/** The image's user (triton-inference-server/server, build.py: triton-server). */
const TRITON_USER = 1000;

export interface Needs {
  /** Bytes of the response cache; 0: no model uses it. */
  readonly cacheBytes: number;
  /** Whether a model uses the Python backend, whose processes exchange tensors in /dev/shm: by default a container has 64 MB. */
  readonly sharedMemory: boolean;
}

export function deploymentManifest(plan: Deployment, needs: Needs): V1Deployment {
  const labels = createLabels(plan);
  const volumes = listVolumes(plan.storage, needs);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: createMetadata(plan),
    spec: {
      // `replicas` is controlled by the autoscaler.
      selector: { matchLabels: labels },
      progressDeadlineSeconds: ROLLOUT_SECONDS + plan.startupSeconds,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          terminationGracePeriodSeconds: LEAVING_SECONDS + plan.drainSeconds + 5,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: TRITON_USER,
            fsGroup: TRITON_USER,
            seccompProfile: { type: "RuntimeDefault" },
          },
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: "kubernetes.io/hostname",
              whenUnsatisfiable: "ScheduleAnyway",
              labelSelector: { matchLabels: labels },
            },
          ],
          containers: [container(plan, needs, volumes)],
          ...(volumes.length > 0 && { volumes: volumes.map(({ volume }) => volume) }),
        },
      },
    },
  };
}

function container(plan: Deployment, needs: Needs, volumes: readonly Mounted[]): V1Container {
  const { storage, cpu, memory, gpus } = plan;
  const gpu: Record<string, string> = gpus > 0 ? { "nvidia.com/gpu": String(gpus) } : {};
  return {
    name: "triton",
    image: storage.kind === "image" ? storage.image : plan.image,
    // No command, so that the image's entry point can prepare CUDA.
    args: ["tritonserver", ...formatArguments(plan, needs)],
    ports: Object.entries(PORTS).map(([name, containerPort]) => ({ name, containerPort })),
    ...(storage.kind === "bucket" &&
      storage.secret !== "" && { envFrom: [{ secretRef: { name: storage.secret } }] }),
    resources: {
      requests: { cpu, memory, ...gpu },
      limits: { memory, ...gpu },
    },
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
    startupProbe: {
      httpGet: { path: "/v2/health/ready", port: "http" },
      periodSeconds: STARTUP_PERIOD,
      failureThreshold: Math.ceil(plan.startupSeconds / STARTUP_PERIOD),
    },
    readinessProbe: {
      httpGet: { path: "/v2/health/ready", port: "http" },
      periodSeconds: 5,
      timeoutSeconds: READY_TIMEOUT,
    },
    livenessProbe: {
      httpGet: { path: "/v2/health/live", port: "http" },
      periodSeconds: 10,
      timeoutSeconds: LIVE_TIMEOUT,
      failureThreshold: 3,
    },
    lifecycle: { preStop: { exec: { command: ["sleep", String(LEAVING_SECONDS)] } } },
    ...(volumes.length > 0 && { volumeMounts: volumes.map(({ mount }) => mount) }),
  };
}

function formatArguments({ storage, drainSeconds }: Deployment, { cacheBytes }: Needs): string[] {
  return [
    `--model-repository=${storage.kind === "bucket" ? storage.url : MODELS}`,
    `--exit-timeout-secs=${drainSeconds}`,
    `--grpc-max-connection-age=${CONNECTION_AGE}`,
    ...(cacheBytes > 0 ? [`--cache-config=local,size=${cacheBytes}`] : []),
  ];
}

interface Mounted {
  readonly volume: V1Volume;
  readonly mount: V1VolumeMount;
}

function listVolumes(storage: ModelStorage, { sharedMemory }: Needs): Mounted[] {
  const models = { name: "models", mountPath: MODELS, readOnly: true };
  const shared = { name: "shared-memory", mountPath: "/dev/shm" };
  return [
    ...(storage.kind === "claim"
      ? [
          {
            volume: {
              name: models.name,
              persistentVolumeClaim: { claimName: storage.claim, readOnly: true },
            },
            mount: models,
          },
        ]
      : []),
    // It counts towards the container's memory limit.
    ...(sharedMemory
      ? [{ volume: { name: shared.name, emptyDir: { medium: "Memory" } }, mount: shared }]
      : []),
  ];
}
