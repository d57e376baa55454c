import fc from "fast-check";
import { expect, it } from "vitest";
import { workload } from "../contract/kubernetes.ts";
import { mutated, mutations } from "../testing/mutations.ts";
import type { Reader } from "./fields.ts";
import recorded from "./fixtures/recorded-cluster.json" with { type: "json" };
import type { KubeObject } from "./objects.ts";
import {
  readAutoscaler,
  readEndpointSlice,
  readEvent,
  readInferenceService,
  readObject,
  readPod,
  readService,
} from "./read-objects.ts";
import type { TestApiServer } from "./testing/api-server.ts";
import { startKubernetes } from "./testing/kubernetes-fixture.ts";
import { toAutoscaler } from "./view/autoscaler.ts";
import { inferenceServiceView } from "./view/inference-service.ts";
import { listWorkloads } from "./view/workloads.ts";

/** Of a cluster of Kubernetes 1.36, as its API server sent it: a Service without ready pods has `"endpoints": null`. */
const collections: Readonly<Record<string, readonly unknown[]>> = recorded;

function put(server: TestApiServer, changed: (object: unknown) => unknown = (each) => each): void {
  for (const [collection, objects] of Object.entries(collections))
    for (const each of objects) server.store.put(collection, changed(each) as KubeObject);
}

it("[K8S-22] shows a real cluster with Services that have no pods", async () => {
  await using cluster = await startKubernetes({ kserve: true });
  put(cluster.server);
  const watch = cluster.watch("serving");
  await watch.until(({ workloads }) =>
    expect(
      workloads.find(({ name }) => name === "triton")?.addresses.map(({ service }) => service),
    ).toEqual(["node-port", "triton", "triton-vip"]),
  );
  expect(watch.view).toMatchObject({ state: "live", gaps: [] });
});

it("[K8S-22] follows a Service through a watch when its last pod goes", async () => {
  await using cluster = await startKubernetes({ kserve: true });
  put(cluster.server);
  const watch = cluster.watch("serving");
  const services = () =>
    watch.view.workloads
      .find(({ name }) => name === "triton")
      ?.addresses.map(({ service }) => service);
  await watch.until(() => expect(services()).toContain("triton-vip"));
  const collection = "/apis/discovery.k8s.io/v1/endpointslices";
  const slice = recorded[collection].find(({ metadata }) => metadata.name === "triton-vip-hm5tg");
  cluster.server.store.put(collection, {
    ...slice,
    endpoints: null,
    ports: null,
  } as unknown as KubeObject);
  await watch.until(() => expect(services()).not.toContain("triton-vip"));
  expect(watch.view.state).toBe("live");
});

it("[K8S-7] shows an autoscaler without metrics with an unknown target", () => {
  const [written] = collections["/apis/autoscaling/v2/horizontalpodautoscalers"] ?? [];
  const scaler = readAutoscaler(written);
  expect(scaler && toAutoscaler(scaler)).toMatchObject({
    current: 2,
    desired: null,
    metrics: [{ name: "cpu", current: "unknown", target: "80 %" }],
    words: expect.stringContaining("It does not scale: the HPA was unable to compute"),
  });
});

it("[K8S-22] reads objects with parts that are absent, null, empty, of another type or huge", () => {
  const all = Object.entries(collections).flatMap(([collection, objects]) =>
    objects.map((object) => ({ collection, object })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...all), mutations, ({ collection, object }, changes) => {
      const bad = mutated(object, changes);
      const read = <T>(path: string, reader: Reader<T>): T[] =>
        [...(collections[path] ?? []), ...(path === collection ? [bad] : [])].flatMap(
          (each) => reader(each) ?? [],
        );
      const workloads = listWorkloads(1, {
        pods: read("/api/v1/pods", readPod),
        replicaSets: read("/apis/apps/v1/replicasets", readObject),
        services: read("/api/v1/services", readService),
        slices: read("/apis/discovery.k8s.io/v1/endpointslices", readEndpointSlice),
        autoscalers: read("/apis/autoscaling/v2/horizontalpodautoscalers", readAutoscaler),
        events: read("/api/v1/events", readEvent),
      });
      expect(workload.array().safeParse(workloads).error).toBeUndefined();
      read("/apis/serving.kserve.io/v1beta1/inferenceservices", readInferenceService).map(
        inferenceServiceView,
      );
    }),
    { numRuns: 400 },
  );
});

it.each([
  ["a list without items", { kind: "List" }],
  ["items of null", { items: null, metadata: null }],
  ["items that are no objects", { items: [null, 1, "x", [], {}, { metadata: null }] }],
])("[K8S-22] shows %s as an empty cluster", async (_what, answer) => {
  await using cluster = await startKubernetes();
  cluster.server.answerLists = answer;
  const watch = cluster.watch("serving");
  await watch.live();
  expect(watch.view).toMatchObject({ pods: 0, workloads: [] });
});

it.each([["null"], ["[]"], ['"text"'], ["7"]])(
  "[K8S-22] says of the answer %s that it is no Kubernetes object",
  async (answer) => {
    await using cluster = await startKubernetes();
    cluster.server.answerLists = JSON.parse(answer);
    const watch = cluster.watch("serving");
    await watch.until(({ reason }) =>
      expect(reason).toBe(
        "The response is not a Kubernetes object; something else may respond at the API server's address.",
      ),
    );
  },
);
