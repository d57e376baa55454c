import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import type { ServerStatus } from "../contract/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { NO_ACCESS } from "../wire/index.ts";
import { BackOff } from "./back-off.ts";
import { RemoteServer } from "./remote-server.ts";
import type { Connector } from "./session-keeper.ts";
import { FakeSession } from "./testing/fake-session.ts";

const unreachable = () =>
  new StatusError("UNAVAILABLE", "Can't reach gpu-7:8001.", {
    details: { unreachable: true },
  });

let clock: ManualClock;
let answers: (() => Promise<FakeSession>)[];
let opened: number;
let server: RemoteServer;

const connector = (more: Partial<Connector> = {}): Connector => ({
  kind: "triton",
  endpoints: { grpc: "gpu-7:8001", http: "", metrics: "" },
  secure: false,
  clientEndpoints: { http: null, grpc: null },
  access: async () => NO_ACCESS,
  open: async () => {
    opened += 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return await (answer ?? (() => Promise.reject(unreachable())))();
  },
  ...more,
});

async function start(): Promise<void> {
  server = new RemoteServer({ id: "s", name: "S" }, connector(), clock, new BackOff(() => 0.5));
  await clock.advance(0);
}

beforeEach(() => {
  clock = new ManualClock(0);
  answers = [];
  opened = 0;
});
afterEach(() => server[Symbol.dispose]());

describe("a server's state", () => {
  it("[SERVER-S1] is contacted at once, and live when it has introduced itself", async () => {
    answers = [async () => new FakeSession({ kind: "vllm", version: "0.11" })];
    const received: ServerStatus["state"][] = [];
    server = new RemoteServer({ id: "s", name: "S" }, connector(), clock, new BackOff(() => 0.5));
    using _ = server.onStatus(({ state }) => received.push(state));
    expect(server.status).toMatchObject({ state: "starting", kind: "triton", version: null });
    await clock.advance(0);
    expect(server.status).toMatchObject({ state: "live", kind: "vllm", version: "0.11" });
    expect(received).toEqual(["live"]);
  });

  it("[SERVER-S2] is stale while nothing responds; pauses double up to a minute and are reported", async () => {
    await start();
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      const { state, nextTry, since } = server.status;
      expect({ state, since }).toEqual({ state: "stale", since: 0 });
      const wait = (nextTry ?? 0) - clock.now();
      waits.push(wait);
      await clock.advance(wait);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000));
    expect(opened).toBe(10);
  });

  it("[SERVER-S2] varies pauses between servers by a fifth", () => {
    expect(new BackOff(() => 0).next()).toBe(800);
    expect(new BackOff(() => 0.999999).next()).toBe(1200);
  });

  it("[SERVER-S3] rejects polls during a pause with the reason; other calls go out", async () => {
    await start();
    await expect(server.observe()).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "Can't reach gpu-7:8001.",
      details: { waiting: true },
    });
    await expect(server.repositoryIndex()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(opened).toBe(1);
    await expect(server.load("m")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(opened).toBe(2);
  });

  it("[SERVER-S4] fails where a server denies access, and is retried", async () => {
    const refused = new StatusError("UNAVAILABLE", "TLS failed.", {
      details: { unreachable: true, refused: true },
    });
    answers = [() => Promise.reject(refused), async () => new FakeSession()];
    await start();
    expect(server.status).toMatchObject({ state: "failed", reason: "TLS failed.", nextTry: 1000 });
    await clock.advance(1000);
    expect(server.status).toMatchObject({ state: "live", reason: null, nextTry: null });
  });

  it("[SERVER-S5] is not retried where only the user can fix it", async () => {
    const lost = new StatusError("FAILED_PRECONDITION", "The password is not there.", {
      details: { hopeless: true },
    });
    answers = [() => Promise.reject(lost)];
    await start();
    expect(server.status).toMatchObject({ state: "failed", nextTry: null });
    expect(clock.waiting).toBe(0);
    await expect(server.observe()).rejects.toThrow("The password is not there.");
    expect(opened).toBe(1);
    server.askNow();
    await clock.advance(0);
    expect(opened).toBe(2);
  });

  it("[SERVER-S6] goes stale when silent; the next attempt uses new connections", async () => {
    const first = new FakeSession();
    const second = new FakeSession({ version: "2" });
    answers = [async () => first, async () => second];
    await start();
    first.problem = unreachable();
    await clock.advance(5000);
    await expect(server.observe()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(server.status).toMatchObject({ state: "stale", since: 5000, nextTry: 6000 });
    expect(first.closed).toBe(true);
    await clock.advance(1000);
    expect(server.status).toMatchObject({ state: "live", version: "2" });
  });

  it("[SERVER-S6] counts garbage in response to a poll as a failure, but not in response to another call", async () => {
    const session = new FakeSession();
    answers = [async () => session];
    await start();
    session.problem = new StatusError("INTERNAL", "That is no JSON.");
    await expect(server.load("m")).rejects.toMatchObject({ code: "INTERNAL" });
    expect(server.status.state).toBe("live");
    await expect(server.observe()).rejects.toMatchObject({ code: "INTERNAL" });
    expect(server.status).toMatchObject({ state: "failed", reason: "That is no JSON." });
  });

  it("[SERVER-S7] sends a call once, and completes it while the server is reopened", async () => {
    const session = new FakeSession();
    answers = [async () => session, async () => new FakeSession()];
    await start();
    const loading = Promise.withResolvers<void>();
    session.loading = loading.promise;
    const load = server.load("m");
    await clock.advance(0);
    session.problem = unreachable();
    await expect(server.observe()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await clock.advance(1000);
    expect(server.status.state).toBe("live");
    expect(session.closed).toBe(false);
    session.problem = null;
    loading.resolve();
    await load;
    expect(session.loads).toBe(1);
    expect(session.closed).toBe(true);
  });

  it("[SERVER-S8] introduces itself again when its process is replaced, and stays live", async () => {
    const session = new FakeSession();
    answers = [async () => session, async () => new FakeSession({ version: "2" })];
    await start();
    session.incarnation = "a";
    await server.observe();
    expect(opened).toBe(1);
    session.incarnation = "b";
    await server.observe();
    await clock.advance(0);
    expect(server.status).toMatchObject({ state: "live", version: "2" });
  });

  it("[SERVER-S8] asks alternating processes behind one address once each", async () => {
    const session = new FakeSession();
    answers = [async () => session];
    await start();
    for (const incarnation of ["a", "b", "a", "b", "a"]) {
      session.incarnation = incarnation;
      await server.observe();
      await clock.advance(0);
    }
    expect(opened).toBe(2);
  });

  it("[SERVER-S6] schedules one attempt after two failures at once", async () => {
    const session = new FakeSession();
    const slow = Promise.withResolvers<FakeSession>();
    answers = [async () => session, () => slow.promise];
    await start();
    for (const incarnation of ["a", "b"]) {
      session.incarnation = incarnation;
      await server.observe();
    }
    session.problem = unreachable();
    await expect(server.observe()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    slow.reject(unreachable());
    await clock.advance(0);
    expect(server.status.state).toBe("stale");
    expect(clock.waiting).toBe(1);
  });

  it("[SERVER-S9] retries at once when the user asks, with short pauses again", async () => {
    await start();
    await clock.advance(1000);
    expect(server.status.nextTry).toBe(3000);
    server.askNow();
    await clock.advance(0);
    expect(opened).toBe(3);
    expect(server.status.nextTry).toBe(2000);
  });

  it("[SERVER-S10] starts over when its connection changes", async () => {
    const received = vi.fn<(status: ServerStatus) => void>();
    const slow = Promise.withResolvers<FakeSession>();
    answers = [() => slow.promise];
    await start();
    using _ = server.onStatus(received);
    const session = new FakeSession({ kind: "vllm" });
    server.change("New", connector({ kind: "vllm", open: async () => session }));
    expect(server.status).toMatchObject({ name: "New", state: "starting", kind: "vllm" });
    await clock.advance(0);
    expect(server.status.state).toBe("live");
    const old = new FakeSession({ kind: "triton" });
    slow.resolve(old);
    await clock.advance(0);
    expect(old.closed).toBe(true);
    expect(server.status.kind).toBe("vllm");
  });

  it("[SERVER-S11] stops everything when disposed of", async () => {
    const session = new FakeSession();
    answers = [async () => session];
    await start();
    server[Symbol.dispose]();
    expect(session.closed).toBe(true);
    expect(clock.waiting).toBe(0);
  });
});
