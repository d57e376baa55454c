import { expect, it } from "vitest";
import {
  createPod,
  createReplicaSet,
  createService,
  createSlice,
} from "../testing/cluster-objects.ts";
import { startKubernetes } from "../testing/kubernetes-fixture.ts";
import type { TestApiServer } from "../testing/api-server.ts";

const POOLS = "/apis/inference.networking.k8s.io/v1/inferencepools";

/** As of api/v1/inferencepool_types.go, with what its controllers write. */
const pool = {
  metadata: { name: "llama", namespace: "models" },
  spec: {
    selector: { matchLabels: { app: "llama" } },
    targetPorts: [{ number: 8000 }],
    endpointPickerRef: { name: "llama-epp", port: { number: 9002 }, failureMode: "FailOpen" },
  },
  status: {
    parents: [
      {
        parentRef: { kind: "Gateway", name: "inference-gateway" },
        conditions: [
          { type: "Accepted", status: "True", reason: "Accepted" },
          { type: "ResolvedRefs", status: "True", reason: "ResolvedRefs" },
        ],
      },
      {
        parentRef: { kind: "Gateway", name: "other" },
        conditions: [
          { type: "Accepted", status: "True" },
          {
            type: "ResolvedRefs",
            status: "False",
            reason: "InvalidExtensionRef",
            message: "no such service",
          },
        ],
      },
      { parentRef: { kind: "Gateway", name: "new" } },
    ],
  },
};

function putPool({ store }: TestApiServer): void {
  const vllm = { name: "vllm", image: "vllm/vllm-openai:v0.11.0" };
  for (const [name, ready] of [
    ["llama-0", true],
    ["llama-1", false],
  ] as const)
    store.put(
      "/api/v1/pods",
      createPod({
        name,
        ready,
        labels: { app: "llama" },
        owner: { kind: "StatefulSet", name: "llama" },
        container: vllm,
      }),
    );
  const elsewhere = { labels: { app: "llama" }, container: vllm };
  store.put("/api/v1/pods", createPod({ name: "llama-9", namespace: "other", ...elsewhere }));
  store.put("/apis/apps/v1/replicasets", createReplicaSet("llama-epp-1", "llama-epp"));
  store.put(
    "/api/v1/pods",
    createPod({
      name: "llama-epp-1-x",
      owner: { kind: "ReplicaSet", name: "llama-epp-1" },
      container: {
        name: "epp",
        image: "registry.k8s.io/gateway-api-inference-extension/epp:v1.0.0",
      },
    }),
  );
  const ports = [{ name: "grpc", port: 9002 }];
  store.put("/api/v1/services", createService("llama-epp", ports));
  store.put(
    "/apis/discovery.k8s.io/v1/endpointslices",
    createSlice("llama-epp", [{ name: "llama-epp-1-x", ready: true }], ports),
  );
  store.put(POOLS, pool);
}

it("[K8S-24] an InferencePool has its pods, its endpoint picker and what its Gateways say", async () => {
  await using cluster = await startKubernetes({ inferencePools: true });
  putPool(cluster.server);
  const watch = cluster.watch();
  await watch.until(({ inferencePools: [found] }) =>
    expect(found?.picker.workload).toBe("llama-epp"),
  );
  expect(watch.view.inferencePools).toEqual([
    {
      namespace: "models",
      name: "llama",
      ports: [8000],
      selector: "app=llama",
      pods: [
        { name: "llama-0", ready: true, workload: "llama" },
        { name: "llama-1", ready: false, workload: "llama" },
      ],
      objectives: [],
      models: [],
      picker: {
        service: "llama-epp",
        port: 9002,
        failureMode: "FailOpen",
        workload: "llama-epp",
        ready: 1,
        replicas: 1,
      },
      gateways: [
        { name: "inference-gateway", accepted: true, reason: "" },
        { name: "other", accepted: false, reason: "ResolvedRefs: no such service" },
        { name: "new", accepted: null, reason: "" },
      ],
    },
  ]);
  expect(watch.view.gaps).toEqual([]);
});

const ALPHA = "/apis/inference.networking.x-k8s.io/v1alpha2";

/** As of apix/v1alpha2/inferencepool_types.go. */
const alphaPool = {
  metadata: { name: "early", namespace: "models" },
  spec: {
    selector: { app: "llama" },
    targetPortNumber: 8000,
    extensionRef: { name: "llama-epp", portNumber: 9002, failureMode: "FailOpen" },
  },
  status: {
    parent: [
      {
        parentRef: { kind: "Gateway", name: "inference-gateway" },
        conditions: [{ type: "Accepted", status: "True", reason: "Accepted" }],
      },
      {
        parentRef: { kind: "Status", name: "default" },
        conditions: [{ type: "Accepted", status: "Unknown", reason: "Pending" }],
      },
    ],
  },
};

it("[K8S-24] a cluster with the alpha API alone has its pools", async () => {
  await using cluster = await startKubernetes({ inferenceAlpha: true });
  const { store } = cluster.server;
  putPool(cluster.server);
  store.put(`${ALPHA}/inferencepools`, alphaPool as never);
  const watch = cluster.watch();
  await watch.until(({ inferencePools: [found] }) =>
    expect(found?.picker.workload).toBe("llama-epp"),
  );
  expect(watch.view.inferencePools).toMatchObject([
    {
      name: "early",
      ports: [8000],
      selector: "app=llama",
      pods: [{ name: "llama-0" }, { name: "llama-1" }],
      picker: { service: "llama-epp", port: 9002, failureMode: "FailOpen", ready: 1 },
      gateways: [{ name: "inference-gateway", accepted: true, reason: "" }],
    },
  ]);
  expect(watch.view.gaps).toEqual([]);
});

it("[K8S-24] a cluster with both APIs has the pools of the stable one, and their objectives", async () => {
  await using cluster = await startKubernetes({ inferencePools: true, inferenceAlpha: true });
  const { store } = cluster.server;
  putPool(cluster.server);
  store.put(`${ALPHA}/inferencepools`, alphaPool as never);
  const objective = (name: string, spec: object, namespace = "models") =>
    store.put(`${ALPHA}/inferenceobjectives`, { metadata: { name, namespace }, spec } as never);
  objective("batch", { priority: -1, poolRef: { name: "llama" } });
  objective("chat", { priority: 10, poolRef: { name: "llama" } });
  objective("usual", { poolRef: { name: "llama" } });
  objective("another", { priority: 1, poolRef: { name: "other" } });
  const watch = cluster.watch();
  const objectives = [
    { name: "chat", priority: 10 },
    { name: "usual", priority: 0 },
    { name: "batch", priority: -1 },
  ];
  await watch.until(({ inferencePools }) =>
    expect(inferencePools).toMatchObject([{ name: "llama", objectives }]),
  );
});

it("[K8S-24] lists InferenceModels by their criticality, and reads fields of other types as absent", async () => {
  await using cluster = await startKubernetes({ inferencePools: true, inferenceAlpha: true });
  const { store } = cluster.server;
  putPool(cluster.server);
  // As api/v1alpha2/inferencemodel_types.go at 3d0c9476 has them.
  const put = (name: string, spec: unknown) =>
    store.put(`${ALPHA}/inferencemodels`, {
      kind: "InferenceModel",
      metadata: { name, namespace: "models" },
      spec,
    } as never);
  const poolRef = { group: "inference.networking.x-k8s.io", kind: "InferencePool", name: "llama" };
  put("batch", { modelName: "llama-batch", criticality: "Sheddable", poolRef });
  put("chat", { modelName: "llama-chat", criticality: "Critical", poolRef });
  put("usual", { modelName: null, criticality: 3, poolRef, targetModels: "x" });
  put("another", { modelName: "other", criticality: "Critical", poolRef: { name: "other" } });
  put("odd", 7);
  const watch = cluster.watch();
  const models = [
    { name: "llama-chat", criticality: "Critical" },
    { name: "usual", criticality: "" },
    { name: "llama-batch", criticality: "Sheddable" },
  ];
  await watch.until(({ inferencePools }) =>
    expect(inferencePools).toEqual([expect.objectContaining({ name: "llama", models })]),
  );
  expect(watch.view.gaps).toEqual([]);
});

it("[K8S-24] objectives of llm-d replace those of the API that they were moved from", async () => {
  await using cluster = await startKubernetes({
    inferencePools: true,
    inferenceAlpha: true,
    llmd: true,
  });
  const { store } = cluster.server;
  putPool(cluster.server);
  const put = (group: string, name: string, spec: object) =>
    store.put(`${group}/inferenceobjectives`, {
      metadata: { name, namespace: "models" },
      spec: { ...spec, poolRef: { name: "llama" } },
    } as never);
  put(ALPHA, "former", { priority: 3 });
  put("/apis/llm-d.ai/v1alpha2", "interactive", { priority: 100 });
  put("/apis/llm-d.ai/v1alpha2", "batch", { priority: -1 });
  const objectives = [
    { name: "interactive", priority: 100 },
    { name: "batch", priority: -1 },
  ];
  const watch = cluster.watch();
  await watch.until(({ inferencePools }) =>
    expect(inferencePools).toEqual([expect.objectContaining({ name: "llama", objectives })]),
  );
  expect(watch.view.gaps).toEqual([]);
});

it("[K8S-24] names what may not be read of the alpha API, unless the stable one is there", async () => {
  const gapsOf = async (inferencePools: boolean) => {
    await using cluster = await startKubernetes({ inferencePools, inferenceAlpha: true });
    cluster.server.denied.add("list inferenceobjectives");
    if (!inferencePools) cluster.server.denied.add("list inferencepools");
    const watch = cluster.watch();
    await watch.until(({ gaps }) => expect(gaps).toHaveLength(inferencePools ? 1 : 2));
    return watch.view.gaps;
  };
  expect(await gapsOf(false)).toEqual([
    expect.stringContaining("inference pools of the alpha API"),
    expect.stringContaining("inference objectives"),
  ]);
  expect(await gapsOf(true)).toEqual([expect.stringContaining("inference objectives")]);
});

it.each([
  ["without the inference extension says nothing of it", false, []],
  ["with it names what may not be read", true, [expect.stringContaining("inference pools")]],
])("[K8S-24] a cluster %s", async (_, inferencePools, gaps) => {
  await using cluster = await startKubernetes({ inferencePools });
  cluster.server.denied.add("list inferencepools");
  putPool(cluster.server);
  const watch = cluster.watch();
  const group = "GET /apis/inference.networking.k8s.io";
  await watch.until(() => expect(cluster.server.calls).toContain(group));
  await watch.until((view) => expect(view.gaps).toEqual(gaps));
  expect(watch.view.inferencePools).toEqual([]);
});

it("[K8S-24] a pool of an earlier version, or with fields of other types, loses those alone", async () => {
  await using cluster = await startKubernetes({ inferencePools: true });
  const { store } = cluster.server;
  const named = (name: string) => ({ name, namespace: "models" });
  const earlier = { endpointPickerRef: { name: "epp", portNumber: 9100 }, targetPorts: null };
  store.put(POOLS, { metadata: named("earlier"), spec: earlier } as never);
  store.put(POOLS, { metadata: named("odd"), spec: 3, status: { parents: "x" } } as never);
  const watch = cluster.watch();
  await watch.until(({ inferencePools }) => expect(inferencePools).toHaveLength(2));
  const picker = { workload: null, ready: 0, replicas: 0, failureMode: "FailClose" };
  expect(watch.view.inferencePools).toMatchObject([
    { ports: [], selector: "", pods: [], picker: { ...picker, service: "epp", port: 9100 } },
    { ports: [], pods: [], gateways: [], picker: { ...picker, service: "", port: 9002 } },
  ]);
});
