import nodeHttp from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { FORWARD_NOTE } from "../forward/workload-members.ts";
import {
  createEvent,
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
      key: `${cluster.id}/models/InferencePool/llama`,
      kind: "vllm",
      namespace: "models",
      name: "llama",
      ports: [8000],
      selector: "app=llama",
      pods: [
        { name: "llama-0", ready: true, workload: "llama", role: "" },
        { name: "llama-1", ready: false, workload: "llama", role: "" },
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

const FIRST = "/apis/inference.networking.x-k8s.io/v1alpha1";

it("[K8S-24] a cluster with the first alpha version alone has its pools and models", async () => {
  await using cluster = await startKubernetes({ inferenceFirstAlpha: true });
  const { store } = cluster.server;
  putPool(cluster.server);
  // As api/v1alpha1 of v0.1.0 has them.
  store.put(`${FIRST}/inferencepools`, {
    metadata: { name: "first", namespace: "models" },
    spec: {
      selector: { app: "llama" },
      targetPortNumber: 8000,
      extensionRef: { name: "llama-epp", targetPortNumber: 9003, failureMode: "FailClose" },
    },
  } as never);
  store.put(`${FIRST}/inferencemodels`, {
    metadata: { name: "chat", namespace: "models" },
    spec: {
      modelName: "llama-chat",
      criticality: "Critical",
      targetModels: [{ name: "llama-chat-v1", weight: 100 }],
      poolRef: { name: "first" },
    },
  } as never);
  const watch = cluster.watch();
  await watch.until(({ inferencePools: [found] }) => expect(found?.models).toHaveLength(1));
  expect(watch.view.inferencePools).toMatchObject([
    {
      name: "first",
      ports: [8000],
      pods: [{ name: "llama-0" }, { name: "llama-1" }],
      models: [{ name: "llama-chat", criticality: "Critical" }],
      picker: { service: "llama-epp", port: 9003, failureMode: "FailClose" },
    },
  ]);
  expect(watch.view.gaps).toEqual([]);
});

it("[K8S-11, K8S-24] a pool's pods are members of a fleet at its target ports, with their role in llm-d", async () => {
  await using cluster = await startKubernetes({ inferencePools: true });
  const { server } = cluster;
  const put = (name: string, role: string, container: object) =>
    server.store.put(
      "/api/v1/pods",
      createPod({ name, labels: { pool: "pd", "llm-d.ai/role": role }, container }),
    );
  put("prefill-0", "prefill", { name: "vllm", image: "vllm/vllm-openai:v0.11.0" });
  // Its kind is unknown, and its own port isn't the pool's.
  put("decode-0", "decode", { name: "engine", image: "example.com/engine", ports: [] });
  server.store.put("/api/v1/pods", createPod({ name: "other", labels: { pool: "other" } }));
  const putPorts = (...ports: number[]) =>
    server.store.put(POOLS, {
      metadata: { name: "pd", namespace: "models" },
      spec: {
        selector: { matchLabels: { pool: "pd" } },
        targetPorts: ports.map((number) => ({ number })),
      },
    } as never);
  putPorts(9000);
  const http = nodeHttp.createServer((_, response) => response.end("decode"));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  server.podPorts.set("models/decode-0:9000", `127.0.0.1:${port}`);
  using source = cluster.domain.workloadSource(`${cluster.id}/models/InferencePool/pd`);
  const names = () => source.members().map(({ name }) => name);
  await vi.waitFor(() => expect(names()).toEqual(["decode-0", "prefill-0"]), 10_000);
  const [decode, prefill] = source.members();
  expect(decode?.note).toBe(`Role in llm-d: decode. ${FORWARD_NOTE}`);
  expect(prefill).toMatchObject({ grpc: "", metrics: "", http: expect.stringContaining(":") });
  expect(await (await fetch(`http://${decode?.http}`)).text()).toBe("decode");
  http.closeAllConnections();
  http.close();
  putPorts(9000, 9001);
  const both = ["decode-0:9000", "decode-0:9001", "prefill-0:9000", "prefill-0:9001"];
  await vi.waitFor(() => expect(names()).toEqual(both), 10_000);
  server.store.remove(POOLS, "models", "pd");
  await vi.waitFor(() => expect(names()).toEqual([]), 10_000);
  expect(source.problem()).toBe("The inference pool is not in the cluster.");
});

it("[PROBE-11] events about a pool's pods and their owners are those of its fleet", async () => {
  await using cluster = await startKubernetes({ inferencePools: true });
  putPool(cluster.server);
  const seen: string[] = [];
  using _ = cluster.domain.watchEvents(
    `${cluster.id}/models/InferencePool/llama`,
    Date.now(),
    ({ object, reason }) => seen.push(`${object}: ${reason}`),
  );
  const put = (object: string, reason: string) =>
    cluster.server.store.put("/api/v1/events", {
      ...createEvent(object, reason, ""),
      lastTimestamp: new Date().toISOString(),
    } as never);
  put("Pod/llama-0", "Killing");
  put("Pod/llama-epp-1-x", "Killing");
  put("StatefulSet/llama", "SuccessfulDelete");
  await vi.waitFor(
    () =>
      expect(seen.sort()).toEqual(["Pod llama-0: Killing", "StatefulSet llama: SuccessfulDelete"]),
    10_000,
  );
});
