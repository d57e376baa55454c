import { once } from "node:events";
import net from "node:net";
import { expect, it, vi } from "vitest";
import { GrpcClient } from "../../wire/transport/index.ts";
import { TritonOverGrpc } from "../../servers/triton/index.ts";
import type { Pod } from "../objects.ts";
import { createPod, putTritonDeployment } from "../testing/cluster-objects.ts";
import { startKubernetes } from "../testing/kubernetes-fixture.ts";
import { startEngine } from "../testing/test-engine.ts";
import { PodForward } from "./pod-forward.ts";
import { FORWARD_NOTE } from "./workload-members.ts";

const PODS = ["triton-7d9c-a", "triton-7d9c-b"];
const owner = { kind: "ReplicaSet", name: "triton-7d9c" };
const patience = { timeout: 10_000, interval: 20 };

async function startFleet() {
  const cluster = await startKubernetes();
  putTritonDeployment(cluster.server, PODS);
  const source = cluster.domain.workloadSource(`${cluster.id}/models/Deployment/triton`);
  const until = (check: () => void) => vi.waitFor(check, patience);
  const keys = () => source.members().map(({ key }) => key);
  return {
    ...cluster,
    source,
    keys,
    until,
    member: (key: string) => {
      const member = source.members().find((each) => each.key === key);
      if (!member) throw new Error(`no member ${key}`);
      return member;
    },
    [Symbol.asyncDispose]: async () => {
      source[Symbol.dispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

function connect(address: string): net.Socket {
  const [host, port] = address.split(":");
  const socket = net.connect(Number(port), host);
  socket.on("error", () => {});
  return socket;
}

it("[K8S-11, K8S-12] each replica is a member, and gRPC, HTTP and metrics go through its port-forward", async () => {
  await using engine = await startEngine();
  await using fleet = await startFleet();
  const { server } = fleet;
  for (const [port, address] of [
    [8000, engine.http],
    [8001, engine.grpc],
    [8002, engine.metrics],
  ] as const)
    server.podPorts.set(`models/${PODS[0]}:${port}`, address);
  await fleet.until(() => expect(fleet.keys()).toEqual(PODS));
  const member = fleet.member("triton-7d9c-a");
  expect(member.note).toBe(FORWARD_NOTE);
  // Nothing is tunnelled before someone connects.
  expect(server.forwards.tunnels).toBe(0);

  const ready = await fetch(`http://${member.http}/v2/models/echo/ready`);
  expect(ready.status).toBe(200);
  const metrics = await (await fetch(`http://${member.metrics}/metrics`)).text();
  expect(metrics).toContain("nv_inference_count");
  const grpc = new GrpcClient(member.grpc);
  const index = await new TritonOverGrpc(grpc).repositoryIndex({});
  expect(index.map(({ name }) => name)).toEqual(["echo"]);
  grpc.close();
  expect(fleet.source.problem()).toBeNull();
});

it("[K8S-12] bytes arrive whole and in order, both ways, and a close is passed on", async () => {
  const echo = net.createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  await once(echo, "listening");
  const { port } = echo.address() as net.AddressInfo;
  await using fleet = await startFleet();
  fleet.server.podPorts.set(`models/${PODS[0]}:8001`, `127.0.0.1:${port}`);
  await fleet.until(() => expect(fleet.keys()).toEqual(PODS));
  const socket = connect(fleet.member("triton-7d9c-a").grpc);
  const sent = Buffer.alloc(6_000_000, 0).map((_, index) => index % 251);
  const received: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => received.push(bytes));
  socket.write(sent);
  await fleet.until(() =>
    expect(received.reduce((sum, each) => sum + each.length, 0)).toBe(sent.length),
  );
  expect(Buffer.concat(received).equals(sent)).toBe(true);
  expect(fleet.server.forwards.tunnels).toBe(1);
  socket.destroy();
  await fleet.until(() => expect(fleet.server.forwards.tunnels).toBe(0));
  echo.close();
});

it("[K8S-12] a client that does not read holds the pod back, and gets all of it when it does", async () => {
  const total = 64 * 1024 * 1024;
  let given = 0;
  const talker = net.createServer((socket) => {
    socket.on("error", () => {});
    const more = () => {
      while (given < total) {
        given += 65_536;
        if (!socket.write(Buffer.alloc(65_536))) return void socket.once("drain", more);
      }
      socket.end();
    };
    more();
  });
  await once(talker.listen(0, "127.0.0.1"), "listening");
  await using fleet = await startFleet();
  const { port } = talker.address() as net.AddressInfo;
  fleet.server.podPorts.set(`models/${PODS[0]}:8001`, `127.0.0.1:${port}`);
  await fleet.until(() => expect(fleet.keys()).toEqual(PODS));
  const socket = connect(fleet.member("triton-7d9c-a").grpc);
  let received = 0;
  socket.pause();
  await fleet.until(() => expect(fleet.server.forwards.waiting).toBeGreaterThan(1_000_000));
  socket.on("data", (bytes: Buffer) => void (received += bytes.length));
  socket.resume();
  await once(socket, "close");
  expect(received).toBe(total);
  talker.close();
});

it("[K8S-13] a replaced pod is another member, and connections to the old one end", async () => {
  await using engine = await startEngine();
  await using fleet = await startFleet();
  const { server } = fleet;
  server.podPorts.set(`models/${PODS[0]}:8000`, engine.http);
  server.podPorts.set("models/triton-7d9c-c:8000", engine.http);
  await fleet.until(() => expect(fleet.keys()).toEqual(PODS));
  const old = fleet.member("triton-7d9c-a");
  const socket = connect(old.http);
  const ended = once(socket, "close");
  await fleet.until(() => expect(server.forwards.tunnels).toBe(1));

  const changed = vi.fn<() => void>();
  using _listening = fleet.source.onChanged(changed);
  server.store.remove("/api/v1/pods", "models", "triton-7d9c-a");
  server.store.put("/api/v1/pods", createPod({ name: "triton-7d9c-c", owner }));
  await ended;
  await fleet.until(() => expect(fleet.keys()).toEqual(["triton-7d9c-b", "triton-7d9c-c"]));
  expect(changed).toHaveBeenCalled();
  const again = await fetch(`http://${fleet.member("triton-7d9c-c").http}/v2/health/ready`);
  expect(again.status).toBe(200);
  await expect(fetch(`http://${old.http}/v2/health/ready`)).rejects.toThrow("fetch failed");
});

it("[K8S-13] a pod that was replaced by one of the same name is behind other port-forwards", async () => {
  await using fleet = await startFleet();
  const { store } = fleet.server;
  await fleet.until(() => expect(fleet.keys()).toEqual(PODS));
  const old = fleet.member("triton-7d9c-a");
  const pod = store.get("/api/v1/pods", "models", "triton-7d9c-a") as Pod;
  store.put("/api/v1/pods", { ...pod, metadata: { ...pod.metadata, uid: "another" } });
  await fleet.until(() => expect(fleet.member("triton-7d9c-a").http).not.toBe(old.http));
  await expect(fetch(`http://${old.http}/v2/health/ready`)).rejects.toThrow("fetch failed");
});

it("[K8S-11] what the cluster says of a pod that is not ready is reported about its member", async () => {
  await using fleet = await startFleet();
  const { store } = fleet.server;
  await fleet.until(() => expect(fleet.keys()).toEqual(PODS));
  const before = fleet.member("triton-7d9c-a");
  expect(before.trouble).toBe("");
  const pod = store.get("/api/v1/pods", "models", "triton-7d9c-a") as Pod;
  const waiting = { reason: "CrashLoopBackOff", message: "back-off 5m0s restarting it" };
  const { status } = createPod({ name: "triton-7d9c-a", ready: false, waiting });
  const failing: Pod = { ...pod, ...(status && { status }) };
  store.put("/api/v1/pods", failing);
  await fleet.until(() =>
    expect(fleet.member("triton-7d9c-a").trouble).toBe(
      "Its pod, as reported by the cluster: CrashLoopBackOff: back-off 5m0s restarting it.",
    ),
  );
  expect(fleet.member("triton-7d9c-a").http).toBe(before.http);
  await once(connect(before.http), "close");
  expect(fleet.events.list().map(({ message }) => message)).toEqual([]);
  store.put("/api/v1/pods", pod);
  await fleet.until(() => expect(fleet.member("triton-7d9c-a").trouble).toBe(""));
});

it("[K8S-11] a port that cannot be listened at is reported once, and tried again with the next change", async () => {
  const open = vi.spyOn(PodForward, "open");
  open.mockRejectedValue(new Error("too many open files"));
  await using fleet = await startFleet();
  const reported = () => fleet.events.list().map(({ message }) => message);
  await fleet.until(() => expect(reported()).toHaveLength(2));
  fleet.server.store.put("/api/v1/pods", createPod({ name: "triton-7d9c-c", owner }));
  await fleet.until(() => expect(reported()).toEqual(Array(3).fill("too many open files")));
  expect(fleet.keys()).toEqual([]);
  open.mockRestore();
  fleet.server.store.put("/api/v1/pods", createPod({ name: "triton-7d9c-d", owner }));
  await fleet.until(() => expect(fleet.keys()).toHaveLength(4));
});

it("[K8S-12] what the pod's side and RBAC say is reported", async () => {
  await using fleet = await startFleet();
  await fleet.until(() => expect(fleet.keys()).toEqual(PODS));
  const member = fleet.member("triton-7d9c-a");
  await once(connect(member.http), "close");
  await fleet.until(() =>
    expect(fleet.events.list().map(({ message }) => message)).toContain(
      "Port 8000 of the pod triton-7d9c-a: error forwarding port 8000 to pod: connection refused",
    ),
  );
  expect(fleet.source.problem()).toBeNull();
  await once(connect(member.http), "close");
  await once(connect(member.grpc), "close");
  const reported = () => fleet.events.list().filter(({ level }) => level === "warning");
  await fleet.until(() => expect(reported()).toHaveLength(2));
  fleet.server.denied.add("create pods/portforward");
  await once(connect(member.http), "close");
  await fleet.until(() => expect(fleet.source.problem()).toContain("create on pods/portforward"));
});

it("[K8S-11] ends its listeners with its last user, and says what is missing", async () => {
  await using fleet = await startFleet();
  await fleet.until(() => expect(fleet.keys()).toEqual(PODS));
  const { http } = fleet.member("triton-7d9c-a");
  fleet.source[Symbol.dispose]();
  await expect(fetch(`http://${http}/`)).rejects.toThrow("fetch failed");
  using gone = fleet.domain.workloadSource(`${fleet.id}/models/Deployment/absent`);
  await fleet.until(() => expect(gone.problem()).toContain("not in the cluster"));
  using forgotten = fleet.domain.workloadSource("99/models/Deployment/triton");
  expect(forgotten.problem()).toContain("There is no Kubernetes context 99");
});
