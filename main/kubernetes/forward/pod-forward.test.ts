import { once } from "node:events";
import net from "node:net";
import { expect, it, vi } from "vitest";
import type { StatusError } from "../../../base/status-error.ts";
import { KubeApi } from "../access/api.ts";
import { putTritonDeployment } from "../testing/cluster-objects.ts";
import { startKubernetes } from "../testing/kubernetes-fixture.ts";
import { PodForward } from "./pod-forward.ts";
import { TUNNEL_LIMITS, type TunnelLimits } from "./tunnel.ts";

const patience = { timeout: 20_000, interval: 20 };
const PORT = { namespace: "models", pod: "triton-7d9c-a", port: 8000 };

/** A port-forward to a pod's port behind which an echo listens, and all that was reported about it. */
async function startForward(limits: Partial<TunnelLimits>) {
  await using stack = new AsyncDisposableStack();
  const cluster = stack.use(await startKubernetes());
  putTritonDeployment(cluster.server, [PORT.pod]);
  const echo = net.createServer((socket) => socket.on("error", () => {}).pipe(socket));
  await once(echo.listen(0, "127.0.0.1"), "listening");
  stack.defer(() => void echo.close());
  const address = echo.address() as net.AddressInfo;
  cluster.server.podPorts.set("models/triton-7d9c-a:8000", `127.0.0.1:${address.port}`);
  const received: (StatusError | null)[] = [];
  const api = stack.use(new KubeApi(cluster.file, "test"));
  const forward = stack.use(
    await PodForward.open(api, PORT, (error) => received.push(error), {
      ...TUNNEL_LIMITS,
      ...limits,
    }),
  );
  const running = stack.move();
  return {
    server: cluster.server,
    forward,
    received,
    connect() {
      const [host, port] = forward.address.split(":");
      const socket = net.connect(Number(port), host);
      socket.on("error", () => {});
      running.defer(() => void socket.destroy());
      return socket;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it("[K8S-12] a tunnel that the API server never opens is abandoned at the limit, reported and closed", async () => {
  await using fixture = await startForward({ openMs: 300 });
  fixture.server.silent.add("create pods/portforward");
  await once(fixture.connect(), "close");
  expect(fixture.received).toMatchObject([
    {
      code: "UNAVAILABLE",
      message:
        "No port-forward to port 8000 of the pod triton-7d9c-a: the API server did not open it within 0.3 s.",
    },
  ]);
  await vi.waitFor(() => expect(fixture.server.unanswered).toBe(0), patience);
  expect(fixture.forward.connections).toBe(0);
});

it("[K8S-12] a tunnel that is still being opened is abandoned with its port-forward, without a report", async () => {
  await using fixture = await startForward({});
  fixture.server.silent.add("create pods/portforward");
  fixture.connect();
  await vi.waitFor(() => expect(fixture.server.unanswered).toBe(1), patience);
  fixture.forward[Symbol.dispose]();
  await vi.waitFor(() => expect(fixture.server.unanswered).toBe(0), patience);
  expect(fixture.received).toEqual([]);
});

it("[K8S-12] a tunnel that stalls is cut after three pings without a response, and reported", async () => {
  await using fixture = await startForward({ pingMs: 200 });
  const socket = fixture.connect();
  const closed = once(socket, "close");
  socket.write("hello");
  const [heard] = (await once(socket, "data")) as [Buffer];
  expect(heard.toString()).toBe("hello");
  await vi.waitFor(() => expect(fixture.server.forwards.pings).toBeGreaterThan(0), patience);
  fixture.server.forwards.stall();
  await closed;
  expect(fixture.received).toMatchObject([
    null,
    {
      code: "UNAVAILABLE",
      message:
        "Port 8000 of the pod triton-7d9c-a: the tunnel through the API server has been silent for 0.6 s, and was cut.",
    },
  ]);
});

it("[K8S-12] a quiet tunnel stays open, with pings answered or where nothing answers any", async () => {
  for (const answers of [true, false]) {
    await using fixture = await startForward({ pingMs: answers ? 200 : 20 });
    const { forwards } = fixture.server;
    forwards.answersPings(answers);
    const socket = fixture.connect();
    await vi.waitFor(() => expect(forwards.pings).toBeGreaterThan(4), patience);
    socket.write("still there");
    const [heard] = (await once(socket, "data")) as [Buffer];
    expect(heard.toString()).toBe("still there");
    expect(fixture.received).toEqual([null]);
  }
});

it("[K8S-12] what comes in one piece with the API server's answer is not lost", async () => {
  await using fixture = await startForward({});
  fixture.server.forwards.inOnePiece = true;
  const socket = fixture.connect();
  socket.write("hello");
  const [heard] = (await once(socket, "data")) as [Buffer];
  expect(heard.toString()).toBe("hello");
});
