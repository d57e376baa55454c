import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import { type ExperimentPlan, type JobDraft, jobDraft, type LabJob } from "../../contract/index.ts";
import { importExperiment, plainTraffic } from "../../lab/index.ts";
import type { Job, KubeObject } from "../objects.ts";
import { createPod, putTritonDeployment } from "../testing/cluster-objects.ts";
import { startKubernetes } from "../testing/kubernetes-fixture.ts";
import { startEngine } from "../testing/test-engine.ts";
import { toPlan } from "./plan.ts";
import { RESULT_BEGIN, resultIn, shownLines } from "./result.ts";

const JOBS = "/apis/batch/v1/jobs";
const root = fileURLToPath(new URL("../../..", import.meta.url));
const patience = { timeout: 15_000, interval: 50 };

async function startLab() {
  const cluster = await startKubernetes();
  putTritonDeployment(cluster.server, ["triton-7d9c-a"]);
  const watch = cluster.watch();
  await watch.until(({ workloads }) => expect(workloads[0]?.addresses).toHaveLength(1));
  const { requests, topics } = cluster.domain;
  let jobs: LabJob[] = [];
  const sink = { event: (news: LabJob[]) => void (jobs = news), error: () => {} };
  const watching = topics["kubernetes.jobs"]({ id: cluster.id }, sink);
  const draft: JobDraft = {
    id: cluster.id,
    workload: `${cluster.id}/models/Deployment/triton`,
    service: "triton",
    model: "echo",
    wire: "http",
    concurrencies: [1, 2],
    secondsPerStep: 1,
    batchSize: 1,
    plan: null,
    image: "registry.example/batchdeck-cli:1",
    cpu: "2",
    memory: "1Gi",
  };
  return {
    ...cluster,
    draft,
    manifest: async (more: Partial<JobDraft> = {}) =>
      requests["kubernetes.jobManifest"]({ ...draft, ...more }, cluster.never),
    run: async () => requests["kubernetes.runJob"](draft, cluster.never),
    allow: () =>
      requests["kubernetes.allowChanges"]({ id: cluster.id, allowed: true }, cluster.never),
    until: (check: (job: LabJob | undefined) => void) => vi.waitFor(() => check(jobs[0]), patience),
    writes: () => cluster.server.calls.filter((call) => !call.startsWith("GET ")),
    /** Lets the job's pod be in a phase, with a log. */
    pod: (name: string, phase: string, log: string) => {
      cluster.server.logs.set(`models/${name}-x`, log);
      const container = { name: "measure", image: draft.image };
      const labels = { "job-name": name };
      cluster.server.store.put(
        "/api/v1/pods",
        createPod({ name: `${name}-x`, phase, labels, container }),
      );
    },
    end: (name: string, type: "Complete" | "Failed", message = "") => {
      const job = cluster.server.store.get(JOBS, "models", name) as Job;
      const conditions = [{ type, status: "True", message }];
      cluster.server.store.put(JOBS, { ...job, status: { conditions } } as Job);
    },
    [Symbol.asyncDispose]: async () => {
      watching[Symbol.dispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

const scriptIn = (configMap: KubeObject | undefined) =>
  (configMap as unknown as { data: Record<string, string> }).data["measure.sh"] ?? "";

it("[K8S-15] writes nothing unless changes are allowed", async () => {
  await using lab = await startLab();
  await lab.manifest();
  await expect(lab.run()).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
    message: expect.stringContaining("allow them on the Kubernetes page first"),
  });
  expect(lab.writes()).toEqual([]);
  await lab.allow();
  lab.server.denied.add("create jobs");
  await expect(lab.run()).rejects.toThrow("'somebody' may not create jobs");
});

it("[K8S-16, K8S-17] the manifest is a restricted Job that measures the Service", async () => {
  await using lab = await startLab();
  const { manifest, command, dockerfile } = await lab.manifest({ wire: "grpc" });
  expect(command).toContain("measure -m echo");
  expect(command).toContain("-u triton.models.svc:8001");
  expect(dockerfile).toContain("FROM node:24-slim");
  const [configMap, job] = parseAllDocuments(manifest).map((each) => each.toJS());
  expect(configMap.data["measure.sh"]).toContain(command);
  expect(job).toMatchObject({
    kind: "Job",
    metadata: { namespace: "models", labels: { "app.kubernetes.io/managed-by": "batchdeck" } },
    spec: { backoffLimit: 0, activeDeadlineSeconds: 342, ttlSecondsAfterFinished: 604_800 },
  });
  expect(job.spec.template.spec).toMatchObject({
    restartPolicy: "Never",
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [
      {
        image: "registry.example/batchdeck-cli:1",
        resources: { requests: { cpu: "2", memory: "1Gi" } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
      },
    ],
  });
  await expect(lab.manifest({ service: "other" })).rejects.toThrow("No Service 'other' leads to");
});

it("[K8S-16] a job measures what an experiment's plan says, quoted for its shell", async () => {
  await using lab = await startLab();
  const traffic = plainTraffic("it's $(touch /tmp/x)");
  const plan: ExperimentPlan = {
    ...toPlan(lab.draft),
    wire: "grpc-stream",
    traffic: [{ ...traffic, shapes: { text: [3] } }],
    load: { kind: "rate", rates: [10, 20], arrivals: { kind: "poisson" } },
  };
  const { command, manifest } = await lab.manifest({ plan, wire: "grpc" });
  expect(command).toContain(
    `-m 'it'\\''s $(touch /tmp/x)' -u triton.models.svc:8001 -i grpc --streaming`,
  );
  expect(command).toContain("--shape");
  expect(command).toContain("--request-rate");
  const [configMap] = parseAllDocuments(manifest).map((each) => each.toJS());
  expect(configMap.data["measure.sh"]).toContain(command);
  const files = {
    ...traffic,
    inputs: { kind: "perf-analyzer", path: "/home/me/in.json" } as const,
  };
  expect(jobDraft.safeParse({ ...lab.draft, plan: { ...plan, traffic: [files] } }).success).toBe(
    false,
  );
});

it("[K8S-16, K8S-18] the job's script measures the real engine, and its log becomes an experiment", async () => {
  await using engine = await startEngine();
  await using lab = await startLab();
  await lab.allow();
  const { name } = await lab.run();
  const { store } = lab.server;
  const configMap = store.get("/api/v1/configmaps", "models", name);
  expect(configMap?.metadata.ownerReferences).toMatchObject([{ kind: "Job", name }]);
  await lab.until((job) => expect(job).toMatchObject({ name, state: "waiting" }));

  const script = scriptIn(configMap)
    .replaceAll("/results/", `${lab.directory}/`)
    .replace("triton.models.svc:8000", engine.http)
    .replace("--warmup-auto=10", "--warmup-auto=1");
  const file = path.join(lab.directory, "measure.sh");
  fs.writeFileSync(file, script);
  const { stdout } = await promisify(execFile)("/bin/sh", [file], {
    cwd: root,
    env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` },
    maxBuffer: 64 * 1024 * 1024,
  });
  lab.pod(name, "Running", stdout.split(RESULT_BEGIN)[0] ?? "");
  await lab.until((job) => expect(job?.state).toBe("running"));
  await lab.until((job) => expect(job?.log.join("\n")).toContain("Request concurrency: 2"));
  lab.pod(name, "Succeeded", stdout);
  lab.end(name, "Complete");
  await lab.until((job) => expect(job).toMatchObject({ state: "done", experiment: 1 }));
  const [{ fileName, content } = { fileName: "", content: "" }] = lab.imported;
  expect(importExperiment(fileName, content)).toMatchObject({
    state: "done",
    steps: [{ load: { value: 1 } }, { load: { value: 2 } }],
  });
}, 60_000);

it("[K8S-18] says why a job's pod waits and why a job failed", async () => {
  await using lab = await startLab();
  await lab.allow();
  const { name } = await lab.run();
  const waiting = { reason: "ImagePullBackOff", message: "Back-off pulling image" };
  const container = { name: "measure", image: "missing:1" };
  const labels = { "job-name": name };
  lab.server.store.put(
    "/api/v1/pods",
    createPod({ name: `${name}-x`, phase: "Pending", labels, container, ready: false, waiting }),
  );
  await lab.until((job) => expect(job?.words).toBe("Its pod is waiting: Back-off pulling image"));
  lab.pod(name, "Failed", "Connecting\nCan't reach triton.models.svc:8000\n");
  lab.end(name, "Failed", "Job has reached the specified backoff limit");
  await lab.until((job) =>
    expect(job).toMatchObject({
      state: "failed",
      words: "Job has reached the specified backoff limit: Can't reach triton.models.svc:8000",
    }),
  );
});

it("[K8S-18] a job is remembered, and followed again when its context is looked at", async () => {
  await using lab = await startLab();
  await lab.allow();
  const { name } = await lab.run();
  lab.domain[Symbol.dispose]();
  const { topics, requests } = lab.start();
  const asked = lab.server.calls.length;
  lab.pod(name, "Running", "Connecting");
  // Its pod went when its log was asked for, which does not say that the job is gone.
  lab.server.logs.areGone = true;
  let jobs: LabJob[] = [];
  const sink = { event: (news: LabJob[]) => void (jobs = news), error: () => {} };
  expect(lab.server.calls.slice(asked)).toEqual([]);
  using _watching = topics["kubernetes.jobs"]({ id: lab.id }, sink);
  expect(jobs).toMatchObject([{ name, state: "waiting" }]);
  await vi.waitFor(() => expect(jobs[0]?.state).toBe("running"), patience);
  await requests["kubernetes.deleteJob"]({ id: lab.id, namespace: "models", name }, lab.never);
  expect(jobs[0]?.state).toBe("deleted");
  await requests["kubernetes.forget"]({ id: lab.id }, lab.never);
  expect(lab.data.db.all("SELECT * FROM kubernetes_jobs")).toEqual([]);
});

it("[K8S-15] deletes only what was created from here", async () => {
  await using lab = await startLab();
  await lab.allow();
  const remove = async (name: string) =>
    lab.domain.requests["kubernetes.deleteJob"](
      { id: lab.id, namespace: "models", name },
      lab.never,
    );
  await expect(remove("somebody-elses")).rejects.toMatchObject({ code: "NOT_FOUND" });
  const { name } = await lab.run();
  await remove(name);
  expect(lab.server.store.get(JOBS, "models", name)).toBeUndefined();
  await lab.until((job) => expect(job?.state).toBe("deleted"));
  expect(lab.events.list().map(({ message }) => message)).toContain(
    `The job models/${name} was deleted.`,
  );
});

it("[K8S-18] a result that is cut off is rejected", () => {
  const log = `words\n${RESULT_BEGIN}\n{"version":3}\nBATCHDECK-RESULT-END\n`;
  expect(resultIn(log)).toBe('{"version":3}');
  expect(resultIn(log.slice(0, -10))).toBeNull();
  expect(shownLines(log, 5)).toEqual(["words"]);
});
