import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { deployment, type Deployment } from "../contract/index.ts";
import { createBundle } from "./bundle.ts";
import { startDeploy } from "./start-deploy.ts";
import { findNeeds } from "./needs.ts";
import { sampleDeployment } from "./testing/deployment.ts";

const signal = new AbortController().signal;

const plan = (more: Partial<Deployment> = {}): Deployment => ({ ...sampleDeployment, ...more });

const none = { cacheBytes: 0, sharedMemory: false };

const textOf = (files: ReturnType<typeof createBundle>, file: string) => {
  const found = files.find((each) => each.path === file);
  if (!found) throw new Error(`no ${file}`);
  return found.text;
};

// oxlint-disable-next-line typescript/no-explicit-any -- tests read arbitrary fields of the output
const manifest = (file: string, more: Partial<Deployment> = {}, needs = none): any =>
  parseAllDocuments(textOf(createBundle(plan(more), needs), `kubernetes/${file}`))[0]?.toJS();

const container = (more: Partial<Deployment> = {}, needs = none) =>
  manifest("deployment.yaml", more, needs).spec.template.spec.containers[0];

describe("the manifests", () => {
  it("[DEPLOY-1] are the same bytes for the same plan, all listed for kustomize", () => {
    expect(createBundle(plan(), none)).toEqual(createBundle(plan(), none));
    expect(textOf(createBundle(plan(), none), "kubernetes/deployment.yaml")).not.toMatch(
      /: [&*]\w/,
    );
    const written = createBundle(plan(), none).map((file) => file.path);
    for (const resource of manifest("kustomization.yaml").resources)
      expect(written).toContain(`kubernetes/${resource}`);
  });

  it("[DEPLOY-3] have a headless service whose selector is what the pods are labelled with", () => {
    const { spec } = manifest("service.yaml");
    expect(spec.clusterIP).toBe("None");
    expect(
      spec.ports.map(({ name, port }: { name: string; port: number }) => [name, port]),
    ).toEqual([
      ["http", 8000],
      ["grpc", 8001],
      ["metrics", 8002],
    ]);
    expect(manifest("deployment.yaml").spec.template.metadata.labels).toMatchObject(spec.selector);
  });

  it("[DEPLOY-4] scale by the ratio that the rules record and the adapter brings", () => {
    const scaler = manifest("autoscaler.yaml");
    expect(scaler.apiVersion).toBe("autoscaling/v2");
    expect(scaler.spec).toMatchObject({ minReplicas: 2, maxReplicas: 6 });
    const [{ pods }] = scaler.spec.metrics;
    expect(pods.target).toEqual({ type: "AverageValue", averageValue: "500m" });
    const adapter = textOf(createBundle(plan(), none), "prometheus-adapter-values.yaml");
    expect(adapter).toContain(`as: ${pods.metric.name}`);
    const [recorded] = manifest("prometheus-rules.yaml").spec.groups[0].rules;
    expect(adapter).toContain(recorded.record);
    expect(recorded.expr).toMatch(
      /^sum by \(namespace, service, pod\) \(rate\(.+\) \/ clamp_min\(sum by/,
    );
    expect(scaler.spec.scaleTargetRef.name).toBe(manifest("deployment.yaml").metadata.name);
  });

  it("[DEPLOY-6] give time to start and to end", () => {
    const { startupProbe, lifecycle, args } = container();
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(125);
    expect(args).toContain("--exit-timeout-secs=40");
    const leaving = Number(lifecycle.preStop.exec.command[1]);
    const { terminationGracePeriodSeconds } = manifest("deployment.yaml").spec.template.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(leaving + 40);
    const slow = manifest("deployment.yaml", { startupSeconds: 3600 });
    expect(slow.spec.progressDeadlineSeconds).toBeGreaterThan(3600);
    expect(container().livenessProbe.timeoutSeconds).toBeGreaterThan(1);
  });

  it("[DEPLOY-12] keep the entry point, end connections by and by, and give Python shared memory", () => {
    const { args, command, volumeMounts } = container({}, { ...none, sharedMemory: true });
    expect([command, args[0]]).toEqual([undefined, "tritonserver"]);
    expect(args).toContain("--grpc-max-connection-age=300000");
    expect(volumeMounts).toContainEqual({ name: "shared-memory", mountPath: "/dev/shm" });
    const python = { name: "m", text: 'backend: "python"', hasFiles: true };
    expect(findNeeds(plan(), [python]).needs).toEqual({ cacheBytes: 0, sharedMemory: true });
    const spec = manifest("deployment.yaml", {}, { ...none, sharedMemory: true }).spec.template
      .spec;
    expect(spec.volumes).toContainEqual({ name: "shared-memory", emptyDir: { medium: "Memory" } });
  });

  it("[DEPLOY-5] ask of no other deployment, whose pods' names may begin alike", () => {
    const files = ["prometheus-rules.yaml", "dashboard.json"];
    for (const file of files)
      expect(textOf(createBundle(plan(), none), `kubernetes/${file}`)).not.toContain("ranker-.*");
    const [scaling, alerts] = manifest("prometheus-rules.yaml").spec.groups;
    for (const { expr } of [...scaling.rules, ...alerts.rules])
      expect(expr).toContain('namespace="serving",service="ranker"');
  });

  it("[DEPLOY-14] have a dashboard that is next to those of other deployments", () => {
    const name = "a-name-of-sixty-characters-which-is-longer-than-any-uid-may-be";
    const plans = [{}, { namespace: "staging" }, { name }, { name: `${name}2` }];
    const dashboards = plans.map((more) =>
      JSON.parse(textOf(createBundle(plan(more), none), "kubernetes/dashboard.json")),
    );
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(plans.length);
    expect(new Set(dashboards.map(({ title }) => title)).size).toBe(plans.length);
    for (const { uid } of dashboards) expect(uid).toMatch(/^[\w-]{1,40}$/);
    const keys = plans.map((more) => manifest("kustomization.yaml", more));
    const [first] = keys.map(({ configMapGenerator: [{ files }] }) => files);
    expect(first).toEqual(["triton-serving-ranker.json=dashboard.json"]);
  });

  it("[DEPLOY-1] have a README that names the address that the metrics adapter asks", () => {
    const text = textOf(createBundle(plan({ gpus: 1 }), none), "README.md");
    expect(text).toContain("--set prometheus.url=");
    expect(text).toContain("searchNamespace");
    expect(text).toContain("a free GPU");
  });

  it("[DEPLOY-7] turn the server's cache on for a model that uses it", () => {
    expect(container().args.join(" ")).not.toContain("--cache-config");
    const cached = { name: "m", text: "response_cache { enable: true }", hasFiles: true };
    expect(findNeeds(plan({ cacheMiB: 64 }), [cached]).needs.cacheBytes).toBe(64 * 1024 * 1024);
    expect(container({}, { ...none, cacheBytes: 1024 }).args).toContain(
      "--cache-config=local,size=1024",
    );
  });

  it("[DEPLOY-8] ask for no privileges", () => {
    const pod = manifest("deployment.yaml").spec.template.spec;
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true },
    });
    expect(container().securityContext).toEqual({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
  });

  it("read models from the image, the claim or the bucket", () => {
    const image = container({ storage: { kind: "image", image: "registry/ranker:3" } });
    expect(image).toMatchObject({ image: "registry/ranker:3" });
    expect(image.volumeMounts).toBeUndefined();
    expect(container().volumeMounts).toEqual([
      { name: "models", mountPath: "/models", readOnly: true },
    ]);
    const storage = { kind: "bucket", url: "s3://models/a", secret: "reader" } as const;
    expect(container({ storage })).toMatchObject({
      args: expect.arrayContaining(["--model-repository=s3://models/a"]),
      envFrom: [{ secretRef: { name: "reader" } }],
    });
  });

  it("ask for GPUs where some are given", () => {
    expect(container({ gpus: 2 }).resources.limits).toMatchObject({ "nvidia.com/gpu": "2" });
  });
});

/** Metrics exported by a real server, and those that need a GPU (triton server, docs/user_guide/metrics.md). */
function exported(): Set<string> {
  const file = new URL("../servers/fixtures/triton-metrics.txt", import.meta.url);
  const recording = fs.readFileSync(file, "utf8");
  const names = [...recording.matchAll(/# TYPE (\w+)/g)].map(([, name]) => name ?? "");
  return new Set([...names, "nv_gpu_utilization", "nv_gpu_memory_used_bytes"]);
}

it("[DEPLOY-5] ask for metrics that a real server exports, and for no percentile", () => {
  const files = createBundle(plan(), none);
  const asked = files.flatMap(({ text }) => text.match(/\bnv_\w+/g) ?? []);
  expect(asked.length).toBeGreaterThan(20);
  const known = exported();
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
  expect(files.map(({ text }) => text).join("\n")).not.toMatch(/histogram_quantile|_bucket/);
});

it("[DEPLOY-5] have brackets that close in every query of the dashboard", () => {
  const { panels } = JSON.parse(textOf(createBundle(plan(), none), "kubernetes/dashboard.json"));
  const queries = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  expect(queries.length).toBeGreaterThan(10);
  for (const query of queries)
    for (const [open, close] of [
      ["(", ")"],
      ["{", "}"],
      ["[", "]"],
    ] as const)
      expect(query.split(open).length, query).toBe(query.split(close).length);
});

describe("[DEPLOY-9] what is reported before", () => {
  const reported = (text: string | null, more: { gpus?: number; hasFiles?: boolean } = {}) =>
    findNeeds(plan({ gpus: more.gpus ?? 0 }), [
      { name: "m", text, hasFiles: more.hasFiles ?? true },
    ])
      .notes.map(({ text }) => text)
      .join("\n");

  it.each([
    ["a queue without a limit", "max_batch_size: 8 dynamic_batching { }", "without a limit"],
    ["GPUs that are not given", "instance_group { kind: KIND_GPU }", "KIND_GPU"],
    ["no batcher", "max_batch_size: 8", "no dynamic batcher"],
    ["the cache", "response_cache { enable: true }", "--cache-config"],
  ])("%s", (_name, text, words) => expect(reported(text)).toContain(words));

  it("files out of reach, and no configuration", () => {
    expect(reported(null, { hasFiles: false })).toMatch(
      /no config\.pbtxt.+\n.*This console can't read/,
    );
  });

  it("credentials that Triton does not read", () => {
    const storage = { kind: "bucket", url: "gs://models/a", secret: "reader" } as const;
    expect(findNeeds(plan({ storage }), []).notes[0]?.text).toContain("from a file");
  });

  it("an image that is still the form's placeholder", () => {
    const storage = { kind: "image", image: "registry.example/ranker:1" } as const;
    expect(findNeeds(plan({ storage }), []).notes[0]?.text).toContain("placeholder");
  });

  it("nothing of a model that is well", () => {
    const limited = "default_queue_policy { max_queue_size: 64 }";
    expect(reported(`max_batch_size: 8 dynamic_batching { ${limited} }`)).toBe("");
  });
});

describe("writing", () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-deploy-"));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const step = (name: string) => `{ model_name: "${name}" model_version: -1 }`;
  const texts: Record<string, string> = {
    whole: `ensemble_scheduling { step [ ${step("inner")}, ${step("ranker")} ] }`,
    inner: `ensemble_scheduling { step [ ${step("ranker")} ] }`,
    ranker: "max_batch_size: 8",
  };
  const exports: { models: readonly string[]; folder: string }[] = [];
  const offers: { name: string; paths: string[] }[] = [];
  const domain = (repository: string | null) =>
    startDeploy({
      configs: {
        get: async ({ model }: { model: string }) => ({ text: texts[model] ?? "" }),
      } as never,
      exports: {
        run: async (request: { models: readonly string[]; folder: string }) => {
          exports.push(request);
          return { folder: request.folder, models: [...request.models], bytes: 1000 };
        },
        entries: async () => ({
          entries: [{ path: "ranker/1/model.onnx", content: { kind: "text", text: "" } }],
          release: () => {},
        }),
      } as never,
      findRepository: () => repository,
      downloads: {
        offer: (name, entries) => {
          offers.push({ name, paths: entries.map((each) => each.path) });
          return { id: "", path: "", fileName: "", files: 0, bytes: 0 };
        },
      },
    }).requests;

  it("[DEPLOY-2] takes an ensemble's steps along", async () => {
    const target = path.join(folder, "out");
    const written = await domain("/models")["deploy.write"](
      { deployment: plan({ models: ["whole"] }), folder: target, overwrite: false },
      signal,
    );
    expect(exports.at(-1)).toMatchObject({
      models: ["whole", "inner", "ranker"],
      folder: path.join(target, "model-repository"),
    });
    expect(written).toMatchObject({ complete: true });
    expect(fs.readFileSync(path.join(target, "README.md"), "utf8")).toContain(
      "whole, inner, ranker",
    );
  });

  it("[DEPLOY-10] replaces nothing without being asked", async () => {
    const write = (overwrite: boolean) =>
      domain("/models")["deploy.write"]({ deployment: plan(), folder, overwrite }, signal);
    fs.writeFileSync(path.join(folder, "README.md"), "mine");
    await expect(write(false)).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
      message: expect.stringContaining("README.md"),
    });
    expect(fs.readdirSync(folder)).toEqual(["README.md"]);
    await write(true);
    expect(fs.readFileSync(path.join(folder, "README.md"), "utf8")).toContain("# ranker");
  });

  it("[DEPLOY-10] a server's step that is no folder's name writes nowhere", async () => {
    texts["escaping"] = `ensemble_scheduling { step [ ${step("../../elsewhere")} ] }`;
    texts["../../elsewhere"] = "max_batch_size: 8";
    const writing = domain(null)["deploy.write"](
      { deployment: plan({ models: ["escaping"] }), folder, overwrite: true },
      signal,
    );
    await expect(writing).rejects.toThrow('The model name "../../elsewhere" cannot be a folder\'s');
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it("[DEPLOY-10] rejects a folder that is no absolute path", async () => {
    const writing = domain(null)["deploy.write"](
      { deployment: plan(), folder: "here", overwrite: false },
      signal,
    );
    await expect(writing).rejects.toMatchObject({ details: { field: "folder" } });
  });

  it("[DEPLOY-11] writes configurations alone where files are out of reach", async () => {
    const written = await domain(null)["deploy.write"](
      { deployment: plan(), folder, overwrite: false },
      signal,
    );
    expect(written).toMatchObject({ complete: false });
    const config = path.join(folder, "model-repository/ranker/config.pbtxt");
    expect(fs.readFileSync(config, "utf8")).toBe("max_batch_size: 8");
  });

  it("[DEPLOY-13] offers the same files as a download", async () => {
    await domain("/models")["deploy.download"]({ deployment: plan() }, signal);
    const made = createBundle(plan(), none).map((file) => file.path);
    expect(offers.at(-1)).toEqual({
      name: "ranker",
      paths: [...made, "model-repository/ranker/1/model.onnx"],
    });
    await domain(null)["deploy.download"]({ deployment: plan() }, signal);
    expect(offers.at(-1)?.paths).toEqual([...made, "model-repository/ranker/config.pbtxt"]);
  });
});

it.each([
  ["name", { name: "Ranker_1" }],
  ["name", { name: "3d-unet" }],
  ["image", { image: "a/b:1\nRUN x" }],
  ["cpu", { cpu: "4Gi" }],
  ["memory", { memory: "8 GB" }],
  ["memory", { memory: "8" }],
  ["storage.url", { storage: { kind: "bucket", url: "s3://b/$(x)", secret: "" } }],
  ["mostReplicas", { mostReplicas: 1 }],
])("[DEPLOY-10] a plan with a wrong %s is rejected at that field", (field, more) => {
  const { error } = deployment.safeParse(plan(more as Partial<Deployment>));
  expect(error?.issues.map(({ path: at }) => at.join("."))).toEqual([field]);
});
