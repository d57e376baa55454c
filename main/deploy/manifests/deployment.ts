import type { V1Container, V1Deployment, V1Volume, V1VolumeMount } from "@kubernetes/client-node";
import type { Deployment, ModelStorage } from "../../contract/index.ts";
import { labelsOf, metadataOf, PORTS } from "./names.ts";

/** Where models are in the container. */
export const MODELS = "/models";
const STARTUP_PERIOD = 10;
/** Endpoints forget a pod before it stops to take requests. */
const LEAVING_SECONDS = 10;
/** The image's own user (triton-inference-server/server, build.py: triton-server). */
const TRITON_USER = 1000;

export interface Needs {
  /** Bytes of the response cache; 0: no model asks for one. */
  readonly cacheBytes: number;
}

export function deploymentManifest(plan: Deployment, needs: Needs): V1Deployment {
  const labels = labelsOf(plan);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: metadataOf(plan),
    spec: {
      // `replicas` is left to the autoscaler.
      selector: { matchLabels: labels },
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
          containers: [container(plan, needs)],
          ...(volumes(plan.storage).length > 0 && { volumes: volumes(plan.storage) }),
        },
      },
    },
  };
}

function container(plan: Deployment, needs: Needs): V1Container {
  const { storage, cpu, memory, gpus } = plan;
  const gpu: Record<string, string> = gpus > 0 ? { "nvidia.com/gpu": String(gpus) } : {};
  const mounts = mountsOf(storage);
  return {
    name: "triton",
    image: storage.kind === "image" ? storage.image : plan.image,
    command: ["tritonserver"],
    args: argumentsOf(plan, needs),
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
    readinessProbe: { httpGet: { path: "/v2/health/ready", port: "http" }, periodSeconds: 5 },
    livenessProbe: {
      httpGet: { path: "/v2/health/live", port: "http" },
      periodSeconds: 10,
      failureThreshold: 3,
    },
    lifecycle: { preStop: { exec: { command: ["sleep", String(LEAVING_SECONDS)] } } },
    ...(mounts.length > 0 && { volumeMounts: mounts }),
  };
}

function argumentsOf({ storage, drainSeconds }: Deployment, { cacheBytes }: Needs): string[] {
  return [
    `--model-repository=${storage.kind === "bucket" ? storage.url : MODELS}`,
    `--exit-timeout-secs=${drainSeconds}`,
    ...(cacheBytes > 0 ? [`--cache-config=local,size=${cacheBytes}`] : []),
  ];
}

function volumes(storage: ModelStorage): V1Volume[] {
  if (storage.kind !== "claim") return [];
  return [{ name: "models", persistentVolumeClaim: { claimName: storage.claim, readOnly: true } }];
}

function mountsOf(storage: ModelStorage): V1VolumeMount[] {
  return storage.kind === "claim" ? [{ name: "models", mountPath: MODELS, readOnly: true }] : [];
}
