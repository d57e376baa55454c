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
