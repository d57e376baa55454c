import { describe, expect, it, vi } from "vitest";
import { startKubernetes } from "../kubernetes/testing/kubernetes-fixture.ts";
import type { LaunchPlan } from "../contract/index.ts";
import {
  containerName,
  WorkloadController,
  type WorkloadShape,
} from "./testing/workload-controller.ts";
import { createLaunchFixture, shortLoad } from "./testing/launch-fixture.ts";

/** KServe's controller takes a moment. */
const SEEN = { timeout: 10_000 };
const BASE = ["--model", "tiny-chat", "--max-num-seqs", "8"];
const oneSequence = { label: "One sequence", changes: [{ flag: "--max-num-seqs", value: "1" }] };
const unknownFlag = { label: "Unknown", changes: [{ flag: "--no-such-flag", value: "1" }] };

/** The part of the preset's script that starts vLLM (kserve/kserve config/llmisvcconfig/config-llm-template.yaml at aaac4e29). */
const LLM = {
  owner: "LLMInferenceService",
  script: `eval "exec vllm serve --port 8000 \${VLLM_ADDITIONAL_ARGS} $@"`,
} as const;

async function setUp(shape: WorkloadShape = {}, args: readonly string[] = BASE) {
  const stack = new AsyncDisposableStack();
  const cluster = stack.use(await startKubernetes({ kserve: true }));
  const allow = async (allowed: boolean) =>
    await cluster.domain.requests["kubernetes.allowChanges"](
      { id: cluster.id, allowed },
      cluster.never,
    );
  await allow(true);
  const controller = stack.use(await WorkloadController.start(cluster.server, args, shape));
  const fixture = stack.use(await createLaunchFixture(cluster.domain.flagWorkloads));
  const plan = (candidates: LaunchPlan["candidates"], readySeconds = 30): LaunchPlan => ({
    product: "vllm",
    place: {
      kind: "deployment",
      contextId: cluster.id,
      namespace: "models",
      owner: shape.owner ?? "Deployment",
      name: "vllm",
      container: containerName(shape.owner ?? "Deployment"),
      serverId: null,
    },
    candidates,
    readySeconds,
    experiment: shortLoad(),
  });
  const { server, never } = cluster;
  const patches = () => server.calls.filter((call) => call.startsWith("PATCH"));
  return {
    cluster,
    server,
    controller,
    fixture,
    plan,
    allow,
    never,
    patches,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const MEMORY = {
  label: "All memory",
  changes: [{ flag: "--gpu-memory-utilization", value: "0.99" }],
};

describe("flags of a Deployment", { timeout: 90_000 }, () => {
  it("[LAUNCH-10] are read, and shown as a patch of their list alone", async () => {
    await using setup = await setUp();
    const read = await setup.fixture.domain.requests["launches.workload"](
      { contextId: setup.cluster.id, namespace: "models", owner: "Deployment", name: "vllm" },
      setup.never,
    );
    expect(read).toEqual({
      containers: [
        {
          container: "server",
          arguments: BASE,
          environment: [],
          environmentSources: [],
          problem: null,
        },
      ],
      replicas: 1,
      strategy: "RollingUpdate",
      missingRights: [],
    });
    const { previews } = await setup.fixture.preview(setup.plan([oneSequence]));
    expect(previews[0]?.patch).toBe("");
    expect(JSON.parse(previews[1]?.patch ?? "")).toEqual({
      spec: {
        template: {
          spec: {
            containers: [{ name: "server", args: ["--model", "tiny-chat", "--max-num-seqs", "1"] }],
          },
        },
      },
    });
  });

  it("[LAUNCH-11] [LAUNCH-13] are rolled out, measured through a port-forward, and restored", async () => {
    await using setup = await setUp();
    const { fixture, controller } = setup;
    const id = await fixture.begin(setup.plan([oneSequence, unknownFlag]));
    const done = await fixture.finished(id);
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    const [base, one, unknown] = done.results;
    // It served before.
    expect(base).toMatchObject({ state: "done", readySeconds: null });
    expect(one).toMatchObject({ state: "done", comparison: { unlike: [] } });
    expect(one?.readySeconds).toBeGreaterThan(0);
    expect(unknown?.failure).toMatchObject({
      kind: "flag",
      reason: expect.stringContaining("unrecognized arguments: --no-such-flag"),
    });
    expect(unknown?.log.join("\n")).toContain("usage: vllm serve");
    expect(controller.rolledOut).toEqual([
      BASE,
      ["--model", "tiny-chat", "--max-num-seqs", "1"],
      [...BASE, "--no-such-flag", "1"],
      BASE,
    ]);
    const experiment = await fixture.lab.requests["lab.get"](
      { id: one?.experimentId ?? 0 },
      setup.never,
    );
    expect(experiment.steps[0]?.verdict.reasons.map((reason) => reason.id)).toContain("V14");
  });

  it("[LAUNCH-17] variables are patched, measured and restored; those of secrets are neither shown nor changed", async () => {
    const secret = { name: "HF_TOKEN", valueFrom: { secretKeyRef: { name: "hf", key: "token" } } };
    const env = [
      secret,
      { name: "OPENAI_API_KEY", value: "plain-secret" },
      { name: "CUDA_VISIBLE_DEVICES", value: "0,1" },
      { name: "POD", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    ];
    await using setup = await setUp({ env });
    const { fixture, controller } = setup;
    const read = await fixture.domain.requests["launches.workload"](
      { contextId: setup.cluster.id, namespace: "models", owner: "Deployment", name: "vllm" },
      setup.never,
    );
    expect(read.containers[0]?.environment).toEqual([
      { name: "HF_TOKEN", value: null, source: "a Secret" },
      { name: "OPENAI_API_KEY", value: null, source: "a secret" },
      { name: "CUDA_VISIBLE_DEVICES", value: "0,1", source: "" },
      { name: "POD", value: null, source: "its pod" },
    ]);
    const variables = (...environment: { name: string; value: string | null }[]) => ({
      label: environment.map(({ name }) => name).join(),
      changes: [],
      environment,
    });
    const plan = setup.plan([
      variables({ name: "LOAD_MS", value: "50" }, { name: "CUDA_VISIBLE_DEVICES", value: null }),
      variables({ name: "CUDA_VISIBLE_DEVICES", value: "1" }),
    ]);
    const { previews } = await fixture.preview(plan);
    expect(previews.map(({ removed, added }) => [removed, added])).toEqual([
      [[], []],
      [["CUDA_VISIBLE_DEVICES=0,1"], ["LOAD_MS=50", "without CUDA_VISIBLE_DEVICES"]],
      [["CUDA_VISIBLE_DEVICES=0,1"], ["CUDA_VISIBLE_DEVICES=1"]],
    ]);
    expect(JSON.stringify(previews)).not.toContain("plain-secret");
    const done = await fixture.finished(await fixture.begin(plan));
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    expect(done.results.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    const sorted = (list: readonly { readonly name: string }[] | undefined) =>
      (list ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
    const rest = env.filter(({ name }) => name !== "CUDA_VISIBLE_DEVICES");
    expect(controller.environments.map(sorted)).toEqual(
      [
        env,
        [...rest, { name: "LOAD_MS", value: "50" }],
        [...rest, { name: "CUDA_VISIBLE_DEVICES", value: "1" }],
        env,
      ].map(sorted),
    );
    await expect(
      fixture.preview(setup.plan([variables({ name: "POD", value: "x" })])),
    ).rejects.toThrow("POD of the container 'server' comes from its pod, so it is not changed");
  });

  it("[LAUNCH-12] are measured through a connected server where the user names one", async () => {
    await using setup = await setUp();
    const { fixture, controller } = setup;
    const serverId = fixture.connect(controller.service);
    const plan = setup.plan([oneSequence]);
    const id = await fixture.begin({ ...plan, place: { ...plan.place, serverId } as never });
    const done = await fixture.finished(id);
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    const ids = done.results.map(({ experimentId }) => experimentId ?? 0);
    const [base, one] = await Promise.all(
      ids.map(async (each) => await fixture.lab.requests["lab.get"]({ id: each }, setup.never)),
    );
    expect([base?.environment.server, one?.environment.server]).toEqual(["Connected", "Connected"]);
    expect(one?.steps[0]?.verdict.reasons.map((reason) => reason.id)).not.toContain("V14");
    expect(setup.cluster.server.calls.filter((call) => call.includes("portforward"))).toEqual([]);
  });

  it("[LAUNCH-19] that need more GPUs than the container has are warned of", async () => {
    await using setup = await setUp();
    const { server, fixture } = setup;
    const object = withArgs(setup, BASE);
    const [container] = object.spec.template.spec.containers;
    if (container) Object.assign(container, { resources: { limits: { "nvidia.com/gpu": "1" } } });
    server.store.put("/apis/apps/v1/deployments", object);
    const split = { label: "Two", changes: [{ flag: "--tensor-parallel-size", value: "2" }] };
    const { previews } = await fixture.preview(setup.plan([oneSequence, split]));
    expect(previews.map(({ warnings }) => warnings)).toEqual([
      [],
      [],
      [expect.stringContaining("needs 2 GPUs, but the container's limit is 1 (nvidia.com/gpu)")],
    ]);
  });

  it("[LAUNCH-11] are not changed without permission", async () => {
    await using setup = await setUp();
    await setup.allow(false);
    const id = await setup.fixture.begin(setup.plan([oneSequence]));
    const done = await setup.fixture.finished(id);
    expect(done.state).toBe("failed");
    expect(done.reason).toContain("are not allowed in this console");
    expect(setup.patches()).toEqual([]);
    expect(setup.controller.args).toEqual(BASE);
  });

  it("[LAUNCH-13] are restored by the next console after one that was killed", async () => {
    await using setup = await setUp();
    const { fixture, controller, server } = setup;
    const id = await fixture.begin(setup.plan([MEMORY]));
    // As it is stored when the console is killed right after the patch.
    const rows = () => fixture.db.get<{ launch: string; held: string }>("SELECT * FROM launches");
    await vi.waitFor(() => expect(rows()?.held).toContain('"original"'), { timeout: 30_000 });
    const killed = rows();
    await fixture.finished(id);
    server.store.put(
      "/apis/apps/v1/deployments",
      withArgs(setup, [...BASE, "--gpu-memory-utilization", "0.99"]),
    );
    fixture.db.run(
      "UPDATE launches SET launch = ?, held = ?",
      killed?.launch ?? "",
      killed?.held ?? "",
    );
    server.denied.add("patch deployments");
    await using again = fixture.start();
    await vi.waitFor(() =>
      expect(fixture.messages.at(-1)).toMatch(
        /could not be restored yet.*may not patch deployments/,
      ),
    );
    expect(fixture.list()[0]).toMatchObject({
      state: "interrupted",
      original: { state: "replaced" },
    });
    // Another comparison would take the candidate's flags for the original ones.
    await expect(fixture.begin(setup.plan([oneSequence]))).rejects.toThrow("are not back yet");
    server.denied.clear();
    await again.requests["launches.restore"]({ id }, setup.never);
    expect(controller.args).toEqual(BASE);
    expect(fixture.list()[0]?.original).toEqual({ state: "restored", reason: "" });
  });

  it("[LAUNCH-13] that someone else changed in the meantime are left alone", async () => {
    await using setup = await setUp();
    const { fixture, controller, server } = setup;
    const id = await fixture.begin(setup.plan([oneSequence, MEMORY]));
    await vi.waitFor(() => expect(fixture.list()[0]?.results[1]?.state).toBe("measuring"), {
      timeout: 30_000,
    });
    server.store.put("/apis/apps/v1/deployments", withArgs(setup, ["--model", "other"]));
    const done = await fixture.finished(id);
    expect(done.state).toBe("failed");
    expect(done.reason).toContain("changed by someone else");
    expect(done.original.state).toBe("lost");
    expect(controller.args).toEqual(["--model", "other"]);
    expect(setup.patches()).toHaveLength(1);
  });
});

describe("flags of other workloads", { timeout: 90_000 }, () => {
  it("[LAUNCH-14] of a StatefulSet are restored also after a candidate whose pod would hold it up", async () => {
    await using setup = await setUp({ owner: "StatefulSet" });
    const { fixture, controller, server } = setup;
    const id = await fixture.begin(setup.plan([MEMORY, oneSequence]));
    const done = await fixture.finished(id);
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    expect(done.results.map(({ state }) => state)).toEqual(["done", "failed", "done"]);
    expect(done.results[1]).toMatchObject({ failure: { kind: "memory" } });
    expect(done.results[1]?.log.join("\n")).toContain("CUDA out of memory");
    expect(controller.args).toEqual(BASE);
    expect(server.calls.filter((call) => call.startsWith("DELETE"))).toEqual([
      "DELETE /api/v1/namespaces/models/pods/vllm-0",
    ]);
    await vi.waitFor(() => expect(controller.rolledOut.at(-1)).toEqual(BASE));
  });

  it("[LAUNCH-14] of a StatefulSet that keeps pods with former flags aren't changed", async () => {
    await using setup = await setUp({ owner: "StatefulSet" });
    const path = "/apis/apps/v1/statefulsets";
    const object = setup.server.store.get(path, "models", "vllm") as unknown as {
      spec: object;
      metadata: { name: string };
    };
    const updateStrategy = { type: "OnDelete" };
    setup.server.store.put(path, { ...object, spec: { ...object.spec, updateStrategy } } as never);
    await expect(setup.fixture.preview(setup.plan([oneSequence]))).rejects.toThrow("OnDelete");
  });

  it("[LAUNCH-15] of an InferenceService are changed in its predictor, after its runtime's", async () => {
    const runtimeArgs = ["--model=tiny-chat"];
    await using setup = await setUp({ owner: "InferenceService", runtimeArgs });
    const { fixture, controller } = setup;
    const without = { label: "Without", changes: [{ flag: "--model", value: null }] };
    const { previews } = await fixture.preview(setup.plan([oneSequence, without]));
    expect(JSON.parse(previews[1]?.patch ?? "")).toEqual([
      {
        op: "add",
        path: "/spec/predictor/model/args",
        value: ["--model", "tiny-chat", "--max-num-seqs", "1"],
      },
    ]);
    expect(previews[2]?.warnings[0]).toContain("serving runtime sets --model itself");
    const id = await fixture.begin(setup.plan([oneSequence, MEMORY]));
    const done = await fixture.finished(id);
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    expect(done.results.map(({ state }) => state)).toEqual(["done", "done", "failed"]);
    expect(controller.args).toEqual(BASE);
    await vi.waitFor(() => expect(controller.rolledOut.at(-1)).toEqual([...runtimeArgs, ...BASE]));
    expect(setup.patches().every((call) => call.includes("/inferenceservices/"))).toBe(true);
  });

  it("[LAUNCH-15] of an InferenceService with Knative are ready with its latest revision", async () => {
    await using setup = await setUp({ owner: "InferenceService", isKnative: true });
    const { fixture, controller, cluster, never } = setup;
    const place = { contextId: cluster.id, namespace: "models", name: "vllm" };
    const read = await fixture.domain.requests["launches.workload"](
      { ...place, owner: "InferenceService" },
      never,
    );
    expect(read.strategy).toBe("Knative");
    const done = await fixture.finished(await fixture.begin(setup.plan([oneSequence, MEMORY])));
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    expect(done.results.map(({ state }) => state)).toEqual(["done", "done", "failed"]);
    expect(done.results[2]?.failure?.kind).toBe("memory");
    await vi.waitFor(() => expect(controller.rolledOut.at(-1)).toEqual(BASE), SEEN);
  });

  it("[LAUNCH-15] of an InferenceService with its own container are changed there", async () => {
    const env = [{ name: "LOAD_MS", value: "20" }];
    await using setup = await setUp({ owner: "InferenceService", hasOwnContainer: true, env });
    const { fixture, controller } = setup;
    const faster = {
      ...oneSequence,
      environment: [{ name: "LOAD_MS", value: "10" }],
    };
    const { previews } = await fixture.preview(setup.plan([faster]));
    const at = "/spec/predictor/containers/0";
    expect(JSON.parse(previews[1]?.patch ?? "")).toEqual([
      { op: "test", path: `${at}/name`, value: "kserve-container" },
      { op: "add", path: `${at}/args`, value: ["--model", "tiny-chat", "--max-num-seqs", "1"] },
      { op: "test", path: `${at}/env/0/name`, value: "LOAD_MS" },
      { op: "add", path: `${at}/env/0/value`, value: "10" },
    ]);
    const done = await fixture.finished(await fixture.begin(setup.plan([faster])));
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    expect(done.results.map(({ state }) => state)).toEqual(["done", "done"]);
    expect(controller.args).toEqual(BASE);
    await vi.waitFor(() => expect(controller.environments.at(-1)).toEqual(env), SEEN);
  });

  it("[LAUNCH-17] of an InferenceService with variables, next to those of its runtime", async () => {
    const env = [
      { name: "SECOND", value: "2" },
      { name: "LOAD_MS", value: "20" },
      { name: "THIRD", value: "3" },
    ];
    const runtimeEnv = [
      { name: "CACHE", value: "/cache" },
      { name: "THIRD", value: "runtime" },
    ];
    await using setup = await setUp({ owner: "InferenceService", env, runtimeEnv });
    const { fixture, controller } = setup;
    const candidate = (environment: { name: string; value: string | null }[]) => ({
      label: environment.map(({ name }) => name).join(),
      changes: [],
      environment,
    });
    const plan = setup.plan([
      candidate([
        { name: "LOAD_MS", value: null },
        { name: "SECOND", value: "two" },
        { name: "CACHE", value: "/tmp" },
      ]),
      candidate([
        { name: "THIRD", value: null },
        { name: "NEW", value: "1" },
      ]),
      candidate([{ name: "CACHE", value: null }]),
    ]);
    const { previews } = await fixture.preview(plan);
    const at = "/spec/predictor/model/env";
    expect(JSON.parse(previews[1]?.patch ?? "")).toEqual([
      { op: "test", path: `${at}/0/name`, value: "SECOND" },
      { op: "add", path: `${at}/0/value`, value: "two" },
      { op: "test", path: `${at}/1/name`, value: "LOAD_MS" },
      { op: "remove", path: `${at}/1` },
      { op: "add", path: `${at}/-`, value: { name: "CACHE", value: "/tmp" } },
    ]);
    expect(previews[3]?.warnings).toContain(
      "KServe's serving runtime sets CACHE itself, so it stays.",
    );
    const done = await fixture.finished(await fixture.begin(plan));
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    expect(done.results.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
    const original = { CACHE: "/cache", SECOND: "2", LOAD_MS: "20", THIRD: "3" };
    const { LOAD_MS: _, ...rest } = original;
    const values = () =>
      controller.environments.map((list) =>
        Object.fromEntries(list.map(({ name, value }) => [name, value])),
      );
    await vi.waitFor(
      () =>
        expect(values()).toEqual([
          original,
          { ...rest, SECOND: "two", CACHE: "/tmp" },
          { ...original, THIRD: "runtime", NEW: "1" },
          original,
        ]),
      SEEN,
    );
  });

  it("[LAUNCH-15] are not changed in the Deployment that KServe made", async () => {
    await using setup = await setUp({ owner: "InferenceService" });
    const plan = setup.plan([oneSequence]);
    const place = { ...plan.place, owner: "Deployment", name: "vllm-predictor" } as never;
    await expect(setup.fixture.preview({ ...plan, place })).rejects.toThrow(
      "belongs to the InferenceService vllm, whose controller would undo a change",
    );
  });

  it("[LAUNCH-20] of an LLMInferenceService are changed in the variable that its preset's script passes on", async () => {
    const env = [
      { name: "HF_HOME", value: "/models" },
      { name: "VLLM_ADDITIONAL_ARGS", value: `${BASE.join(" ")} --compilation-config '{"a":1}'` },
    ];
    await using setup = await setUp({ ...LLM, env }, []);
    const { fixture, controller } = setup;
    const { previews } = await fixture.preview(setup.plan([oneSequence]));
    expect(previews[1]).toMatchObject({
      removed: ["--max-num-seqs 8"],
      added: ["--max-num-seqs 1"],
      commandLine: `--model tiny-chat --max-num-seqs 1 --compilation-config '{"a":1}'`,
    });
    const at = "/spec/template/containers/0";
    expect(JSON.parse(previews[1]?.patch ?? "")).toEqual([
      { op: "test", path: `${at}/name`, value: "main" },
      { op: "test", path: `${at}/env/1/name`, value: "VLLM_ADDITIONAL_ARGS" },
      { op: "add", path: `${at}/env/1/value`, value: previews[1]?.commandLine },
    ]);
    const id = await fixture.begin(setup.plan([oneSequence, unknownFlag]));
    const done = await fixture.finished(id);
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    expect(done.results.map(({ state }) => state)).toEqual(["done", "done", "failed"]);
    expect(done.results[2]?.failure?.reason).toContain("--no-such-flag");
    await vi.waitFor(() => expect(controller.environments.at(-1)).toEqual(env), SEEN);
    expect(setup.patches().every((call) => call.includes("/llminferenceservices/"))).toBe(true);
  });

  it("[LAUNCH-20] of an older cluster, whose preset has the variable, are added and removed again", async () => {
    const runtimeEnv = [{ name: "VLLM_ADDITIONAL_ARGS", value: BASE.join(" ") }];
    await using setup = await setUp({ ...LLM, version: "v1alpha1", runtimeEnv }, []);
    const { fixture, controller } = setup;
    const done = await fixture.finished(await fixture.begin(setup.plan([oneSequence])));
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    const values = () => controller.environments.map(([variable]) => variable?.value);
    await vi.waitFor(
      () =>
        expect(values()).toEqual([
          BASE.join(" "),
          "--model tiny-chat --max-num-seqs 1",
          BASE.join(" "),
        ]),
      SEEN,
    );
  });

  it("[LAUNCH-20] of an LLMInferenceService that has arguments are changed there", async () => {
    // As KServe adds those for adapters.
    const runtimeArgs = ["--model", "tiny-chat"];
    await using setup = await setUp({ ...LLM, runtimeArgs });
    const { fixture, controller } = setup;
    const without = { label: "Without", changes: [{ flag: "--max-num-seqs", value: null }] };
    const quoted = {
      label: "Quoted",
      changes: [
        { flag: "--max-num-seqs", value: "1" },
        { flag: "--compilation-config", value: '{"b": 2}' },
      ],
    };
    const done = await fixture.finished(await fixture.begin(setup.plan([quoted, without])));
    expect(done).toMatchObject({ state: "done", original: { state: "restored" } });
    expect(done.results.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(controller.rolledOut[2]).toEqual([...runtimeArgs, "--model", "tiny-chat"]);
    expect(controller.rolledOut[1]).toEqual([
      ...runtimeArgs,
      "--model",
      "tiny-chat",
      "--max-num-seqs",
      "1",
      "--compilation-config",
      `'{"b": 2}'`,
    ]);
    await vi.waitFor(
      () => expect(controller.rolledOut.at(-1)).toEqual([...runtimeArgs, ...BASE]),
      SEEN,
    );
  });

  it("[LAUNCH-20] of an LLMInferenceService are not changed where two places have them, or in its Deployment", async () => {
    const env = [{ name: "VLLM_ADDITIONAL_ARGS", value: "--max-num-seqs 4" }];
    await using setup = await setUp({ ...LLM, env });
    const plan = setup.plan([oneSequence]);
    await expect(setup.fixture.preview(plan)).rejects.toThrow("Move them to one of the two first");
    const place = { ...plan.place, owner: "Deployment", name: "vllm-kserve" } as never;
    await expect(setup.fixture.preview({ ...plan, place })).rejects.toThrow(
      "Choose the LLMInferenceService instead.",
    );
  });

  it("[LAUNCH-21] of a container that serves over TLS are not measured through a port-forward", async () => {
    await using setup = await setUp({}, [...BASE, "--ssl-certfile=/tls/tls.crt"]);
    await expect(setup.fixture.preview(setup.plan([oneSequence]))).rejects.toThrow(
      "serves over TLS (--ssl-certfile)",
    );
  });

  it("[LAUNCH-16] name the rights that are missing", async () => {
    await using setup = await setUp({ owner: "StatefulSet" });
    setup.server.denied.add("patch statefulsets").add("delete pods");
    const read = await setup.fixture.domain.requests["launches.workload"](
      { contextId: setup.cluster.id, namespace: "models", owner: "StatefulSet", name: "vllm" },
      setup.never,
    );
    expect(read.missingRights).toEqual(["patch statefulsets", "delete pods"]);
    const { missingRights } = await setup.fixture.preview(setup.plan([oneSequence]));
    expect(missingRights).toEqual(["patch statefulsets", "delete pods"]);
    expect(setup.patches()).toEqual([]);
  });
});

function withArgs({ server }: Awaited<ReturnType<typeof setUp>>, args: readonly string[]) {
  const object = server.store.get("/apis/apps/v1/deployments", "models", "vllm");
  const copy = structuredClone(object) as unknown as {
    metadata: { name: string };
    spec: { template: { spec: { containers: { args: readonly string[] }[] } } };
  };
  const [container] = copy.spec.template.spec.containers;
  if (container) container.args = args;
  return copy;
}
