import { stringify } from "yaml";
import type { JobDraft } from "../../contract/index.ts";
import { longestSeconds, measureFlags, toPlan } from "./plan.ts";
import { RESULT_BEGIN, RESULT_END } from "./result.ts";

/** Marks the cluster's objects that the console created. */
export const MANAGED_LABELS = {
  "app.kubernetes.io/name": "batchdeck-lab",
  "app.kubernetes.io/managed-by": "batchdeck",
};

/** Its log is all that there is of its result, until a console that was closed in the meantime reads it: a week. */
const KEPT_SECONDS = 7 * 24 * 3600;

export interface JobObjects {
  readonly configMap: object;
  readonly job: object;
  readonly command: string;
}

export interface JobPlace {
  readonly namespace: string;
  readonly name: string;
  /** HOST:PORT of the Service inside the cluster. */
  readonly address: string;
}

/**
 * A Job (batch/v1) that measures from inside the cluster, with the ConfigMap of its script. It fits the restricted Pod
 * Security Standard, is never tried twice and is cleaned up a week after its end.
 */
export function jobObjects(draft: JobDraft, { namespace, name, address }: JobPlace): JobObjects {
  const metadata = { name, namespace, labels: MANAGED_LABELS };
  const plan = toPlan(draft);
  const command = `measure ${measureFlags(plan, address)}`;
  const configMap = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata,
    data: { "measure.sh": makeScript(command) },
  };
  const job = {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata,
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: longestSeconds(plan),
      ttlSecondsAfterFinished: KEPT_SECONDS,
      template: { metadata: { labels: MANAGED_LABELS }, spec: podSpec(draft, name) },
    },
  };
  return { configMap, job, command };
}

export function printManifest({ configMap, job }: JobObjects): string {
  return [configMap, job].map((each) => stringify(each, { lineWidth: 0 })).join("---\n");
}

/** The result is between two lines of the log; the job succeeds if there is one, whatever its verdict. */
function makeScript(command: string): string {
  return [
    "set -u",
    `node app/cli/main.ts ${command} --json=/results/experiment.json`,
    "test -s /results/experiment.json || exit 1",
    `echo ${RESULT_BEGIN}`,
    "cat /results/experiment.json",
    "echo",
    `echo ${RESULT_END}`,
    "",
  ].join("\n");
}

function podSpec({ image, cpu, memory }: JobDraft, name: string): object {
  return {
    restartPolicy: "Never",
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      fsGroup: 65532,
      seccompProfile: { type: "RuntimeDefault" },
    },
    containers: [
      {
        name: "measure",
        image,
        workingDir: "/app",
        command: ["/bin/sh", "/plan/measure.sh"],
        resources: { requests: { cpu, memory }, limits: { memory } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        volumeMounts: [
          { name: "plan", mountPath: "/plan", readOnly: true },
          { name: "results", mountPath: "/results" },
          { name: "tmp", mountPath: "/tmp" },
        ],
      },
    ],
    volumes: [
      { name: "plan", configMap: { name } },
      { name: "results", emptyDir: { sizeLimit: "256Mi" } },
      { name: "tmp", emptyDir: { sizeLimit: "256Mi" } },
    ],
  };
}
