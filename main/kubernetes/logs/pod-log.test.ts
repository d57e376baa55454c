import fs from "node:fs";
import { expect, it, vi } from "vitest";
import type { LogEntry, PodLogWish } from "../../contract/index.ts";
import { Outlet } from "../../rpc/outlet.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { KubeApi } from "../access/api.ts";
import type { ContainerStatus, Pod } from "../objects.ts";
import { createPod, tritonContainer } from "../testing/cluster-objects.ts";
import { startKubernetes } from "../testing/kubernetes-fixture.ts";
import { PodLog } from "./pod-log.ts";

const patience = { timeout: 20_000, interval: 20 };
const POD = "triton-0";
const KEY = `models/${POD}`;

/** A cluster with one pod, and what the stream of its log emits. */
async function startLog() {
  const cluster = await startKubernetes();
  const { store, logs } = cluster.server;
  store.put("/api/v1/pods", createPod({ name: POD }));
  const usual: PodLogWish = {
    id: cluster.id,
    namespace: "models",
    pod: POD,
    container: "triton",
    previous: false,
    follow: false,
    lines: 200,
  };
  return {
    ...cluster,
    logs,
    usual,
    /** Puts the pod with another state of its container. */
    put(change: ContainerStatus): void {
      const pod = createPod({ name: POD });
      const status = { ...pod.status, containerStatuses: [change] };
      store.put("/api/v1/pods", { ...pod, status } as Pod);
    },
    read(wish: Partial<PodLogWish> = {}) {
      const received: LogEntry[] = [];
      const sink = {
        event: (entries: LogEntry[]) => void received.push(...entries),
        error: () => {},
      };
      const reading = cluster.domain.topics["kubernetes.log"]({ ...usual, ...wish }, sink);
      const lines = () => received.flatMap((each) => (each.kind === "line" ? [each.text] : []));
      const state = () => received.findLast((each) => each.kind === "state");
      const until = (check: () => void) => vi.waitFor(check, patience);
      return {
        received,
        lines,
        state,
        until,
        over: () => until(() => expect(["ended", "failed"]).toContain(state()?.state)),
        has: (text: string) => until(() => expect(lines()).toContain(text)),
        [Symbol.dispose]: () => reading[Symbol.dispose](),
      };
    },
  };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `line ${from + i}`);
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

it("[K8S-19] a container's last lines are read, in order and once", async () => {
  await using cluster = await startLog();
  cluster.logs.set(KEY, textOf(numbered(0, 1500)));
  using log = cluster.read({ lines: 1000 });
  expect(log.received).toMatchObject([{ kind: "state", state: "opening" }]);
  await log.over();
  expect(log.lines()).toEqual(numbered(500, 1500));
  expect(log.state()).toMatchObject({ state: "ended", words: "" });
  expect(cluster.logs.asked).toEqual(["container=triton&tailLines=1000"]);
  expect(cluster.logs.followers).toBe(0);
});

it("[K8S-19] what follows is reported as it comes, and the stream ends with who looks at it", async () => {
  await using cluster = await startLog();
  cluster.logs.set(KEY, "loading\n");
  const log = cluster.read({ follow: true });
  await log.has("loading");
  cluster.logs.write(KEY, "ready");
  cluster.logs.write(KEY, " at 8000\nand");
  await log.has("ready at 8000");
  expect(log.lines()).toEqual(["loading", "ready at 8000"]);
  expect(log.state()?.state).toBe("open");
  log[Symbol.dispose]();
  await log.until(() => expect(cluster.logs.followers).toBe(0));
});

it("[K8S-19] of what comes faster than it can be reported the newest lines are, and how many are not", async () => {
  await using cluster = await startLog();
  using log = cluster.read({ follow: true });
  await log.until(() => expect(cluster.logs.followers).toBe(1));
  const all = numbered(0, 60_000);
  cluster.logs.write(KEY, textOf(all));
  await log.has("line 59999");
  const dropped = log.received.reduce(
    (sum, each) => sum + (each.kind === "dropped" ? each.lines : 0),
    0,
  );
  expect(log.lines().length + dropped).toBe(all.length);
  expect(log.lines().slice(-200)).toEqual(all.slice(-200));
  expect(dropped).toBeGreaterThan(0);
});

it("[K8S-19] a reader that leaves too much unread is notified, and the host keeps no more", () => {
  const sent: unknown[] = [];
  let failure: Error | null = null;
  const transport = { buffered: 2 << 20, send: (message: unknown) => void sent.push(message) };
  const outlet = new Outlet(
    transport as never,
    { id: 1, topic: "kubernetes.log" },
    (error) => (failure = error),
  );
  const entries = (count: number) => Array.from({ length: count }, () => ({ kind: "line" }));
  outlet.push(entries(6000));
  expect(failure).toBeNull();
  outlet.push(entries(6000));
  expect(failure).toMatchObject({ code: "RESOURCE_EXHAUSTED" });
  outlet.close();
  expect(sent).toEqual([]);
});

it("[K8S-19] of several containers the one that is named is read, init containers too", async () => {
  await using cluster = await startLog();
  const pod = createPod({ name: POD });
  const spec = {
    ...pod.spec,
    containers: [{ name: "proxy", image: "envoy:1" }, tritonContainer],
    initContainers: [{ name: "storage-initializer", image: "kserve/storage-initializer:v0.15" }],
  };
  cluster.server.store.put("/api/v1/pods", { ...pod, spec } as Pod);
  const view = cluster.watch();
  await view.until(({ workloads }) =>
    expect(workloads[0]?.replicas[0]?.containers).toEqual([
      { name: "triton", isInit: false, restarts: 0 },
      { name: "proxy", isInit: false, restarts: 0 },
      { name: "storage-initializer", isInit: true, restarts: 0 },
    ]),
  );
  cluster.logs.set(`${KEY}/storage-initializer`, "no such bucket\n");
  using log = cluster.read({ container: "storage-initializer" });
  await log.over();
  expect(log.lines()).toEqual(["no such bucket"]);
});

it("[K8S-20] after a crash the previous container's log is there; without one that is said", async () => {
  await using cluster = await startLog();
  using none = cluster.read({ previous: true });
  await none.over();
  expect(none.state()).toMatchObject({
    state: "failed",
    words: "There is no log of a container before the current triton.",
  });
  cluster.logs.set(`${KEY} previous`, "CUDA out of memory\n");
  using log = cluster.read({ previous: true });
  await log.over();
  expect(log.lines()).toEqual(["CUDA out of memory"]);
});

it("[K8S-20] says why there is no log: not started, gone, not allowed, no listener", async () => {
  await using cluster = await startLog();
  const words = async (wish: Partial<PodLogWish> = {}) => {
    using log = cluster.read(wish);
    await log.over();
    expect(log.state()?.state).toBe("failed");
    expect(log.lines()).toEqual([]);
    return log.state()?.words;
  };
  cluster.put({ name: "triton", state: { waiting: { reason: "ContainerCreating" } } });
  expect(await words()).toBe(
    "The container triton has written nothing yet; it waits to start: ContainerCreating.",
  );
  expect(await words({ follow: true })).toContain("waits to start: ContainerCreating");
  expect(await words({ container: "sidecar" })).toBe("The pod triton-0 has no container sidecar.");
  expect(await words({ pod: "triton-9" })).toBe("The pod triton-9 is no longer there.");
  cluster.server.denied.add("get pods/log");
  expect(await words()).toBe(
    `'somebody' may not get pods/log: pods/log is forbidden: User "somebody" cannot get resource "pods/log" in the namespace "models". A cluster administrator can allow it with a Role.`,
  );
  cluster.server.token = "renewed";
  expect(await words()).toContain("does not accept the credentials of 'somebody'");
  await cluster.server[Symbol.asyncDispose]();
  expect(await words()).toContain("cannot be reached: nothing listens there");
});

it("[K8S-20] takes a kubelet's words about a missing log for its state, not for a line", async () => {
  const words = "unable to retrieve container logs for containerd://be099ad9c368dfed";
  await using cluster = await startLog();
  cluster.logs.set(KEY, words);
  using missing = cluster.read();
  await missing.over();
  expect(missing.lines()).toEqual([]);
  expect(missing.state()).toMatchObject({
    state: "failed",
    words: "The node no longer has a log of the container triton.",
  });
  // A container may write the same.
  cluster.logs.set(KEY, `${words}\nline 1\n`);
  using written = cluster.read();
  await written.over();
  expect(written.lines()).toEqual([words, "line 1"]);
});

it("[K8S-20] says why a log that was followed ended, and does not open it again by itself", async () => {
  await using cluster = await startLog();
  const endWith = async (during: () => void) => {
    const asked = cluster.logs.asked.length;
    using log = cluster.read({ follow: true });
    await log.until(() => expect(cluster.logs.followers).toBe(1));
    cluster.logs.write(KEY, "first\n");
    await log.has("first");
    during();
    cluster.logs.write(KEY, "last words\n");
    cluster.logs.end();
    await log.over();
    expect(log.lines().at(-1)).toBe("last words");
    expect(log.state()?.state).toBe("ended");
    expect(cluster.logs.asked).toHaveLength(asked + 1);
    return log.state()?.words;
  };
  const killed = { reason: "OOMKilled", exitCode: 137 };
  expect(await endWith(() => {})).toBe(
    "The API server ended the log, and the container triton runs on.",
  );
  expect(await endWith(() => cluster.put({ name: "triton", state: { terminated: killed } }))).toBe(
    "The container triton ended (OOMKilled, exit code 137).",
  );
  cluster.put({ name: "triton", restartCount: 0 });
  expect(
    await endWith(() =>
      cluster.put({ name: "triton", restartCount: 1, lastState: { terminated: killed } }),
    ),
  ).toBe("The container triton ended (OOMKilled, exit code 137) and was started again.");
  cluster.put({ name: "triton", restartCount: 1 });
  const waiting = { reason: "CrashLoopBackOff" };
  expect(
    await endWith(() =>
      cluster.put({ name: "triton", state: { waiting }, lastState: { terminated: killed } }),
    ),
  ).toBe(
    "The container triton ended (OOMKilled, exit code 137) and waits to start again: CrashLoopBackOff.",
  );
  cluster.put({ name: "triton" });
  expect(await endWith(() => cluster.server.store.remove("/api/v1/pods", "models", POD))).toBe(
    "The pod triton-0 is no longer there.",
  );
});

it("[K8S-20] a container that has written nothing yet is no failure, and is reported after a while", async () => {
  await using cluster = await startLog();
  const clock = new ManualClock();
  const received: LogEntry[] = [];
  using api = new KubeApi(cluster.file, "test");
  const wish = { ...cluster.usual, follow: true };
  using _log = new PodLog({ api, clock, wish, send: (entries) => void received.push(...entries) });
  await vi.waitFor(() => expect(cluster.logs.followers).toBe(1), patience);
  await clock.advance(20_000);
  expect(received).toMatchObject([
    { state: "opening" },
    { state: "quiet", words: "No response yet: the container may have written nothing." },
  ]);
  cluster.logs.write(KEY, "hello\n");
  await vi.waitFor(() => expect(received.at(-1)).toMatchObject({ state: "open" }), patience);
  await vi.waitFor(async () => {
    await clock.advance(100);
    expect(received.at(-1)).toEqual({ kind: "line", text: "hello" });
  }, patience);
});

it("[K8S-20] an API server that accepts and says nothing is abandoned where the log is at hand", async () => {
  await using cluster = await startLog();
  cluster.server.silent.add("get pods");
  using api = new KubeApi(cluster.file, "test");
  const asked = api.stream(
    `/api/v1/namespaces/models/pods/${POD}/log`,
    "get pods/log",
    cluster.never,
    300,
  );
  await expect(asked).rejects.toThrow("cannot be reached: it doesn't answer");
});

it("[K8S-20] a log that is cut off says so, and keeps what came", async () => {
  await using cluster = await startLog();
  cluster.logs.set(KEY, "first\n");
  using log = cluster.read({ follow: true });
  await log.has("first");
  cluster.logs.cut();
  await log.over();
  expect(log.state()).toMatchObject({
    state: "failed",
    words: expect.stringMatching(/^The log was cut off: /),
  });
  expect(log.lines()).toEqual(["first"]);
});

it("[K8S-19] what a log says is asked to who looks at it, and nowhere kept", async () => {
  await using cluster = await startLog();
  cluster.logs.set(KEY, "HF_TOKEN=hf_s3cret\n");
  using log = cluster.read({ follow: true });
  await log.has("HF_TOKEN=hf_s3cret");
  cluster.logs.end();
  await log.over();
  expect(JSON.stringify(cluster.events.list())).not.toContain("hf_s3cret");
  const kept = fs
    .readdirSync(`${cluster.directory}/data`, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => fs.readFileSync(`${parentPath}/${name}`, "latin1"));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.join("")).not.toContain("hf_s3cret");
});
