import { afterEach, expect, test, vi } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import type { HostClient } from "../contract/client.ts";
import type { GridFrame, HostEvent, Settings } from "../contract/index.ts";
import type { ClientMessage, HostMessage } from "../contract/messages.ts";
import { createClient, inMemoryPipe } from "../contract/rpc/index.ts";
import type { AllHandlers, TopicSink } from "./handlers.ts";
import { RpcServer } from "./server.ts";
import { someHandlers } from "./testing/handlers.ts";

const settings: Settings = { theme: "dark", ui: {} };
const clients: HostClient[] = [];
const faults: StatusError[] = [];

function connected(handlers: AllHandlers): {
  client: HostClient;
  server: RpcServer;
  cut: () => void;
} {
  const server = new RpcServer(handlers, (error) => faults.push(error));
  let cut = () => {};
  const client = createClient(
    () => {
      const pipe = inMemoryPipe();
      server.serve(pipe.host);
      cut = () => pipe.host.close();
      return pipe.client;
    },
    { schedule: (work) => (queueMicrotask(work), () => {}) },
  );
  clients.push(client);
  return { client, server, cut: () => cut() };
}

/** A promise that is pending until its signal aborts. */
function untilAborted(signal: AbortSignal, onAbort: () => void): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      onAbort();
      reject(signal.reason as Error);
    });
  });
}

function event(id: number): HostEvent {
  return { id, time: 0, level: "info", source: "host", message: `event ${id}` };
}

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  faults.length = 0;
});

test("a request gets its answer", async () => {
  const { client } = connected(someHandlers({ "settings.get": () => settings }));
  expect(await client.request("settings.get", {})).toEqual(settings);
});

test("wrong parameters are rejected with the field's name", async () => {
  const { client } = connected(someHandlers({ "settings.set": () => settings }));
  await expect(client.request("settings.set", { theme: "pink" as "dark" })).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringContaining("theme"),
  });
});

test("an unknown name is UNIMPLEMENTED", async () => {
  const { client } = connected(someHandlers({}));
  await expect(client.request("unknown.request" as "settings.get", {})).rejects.toMatchObject({
    code: "UNIMPLEMENTED",
  });
});

test("a StatusError arrives with code, words and details", async () => {
  const { client } = connected(
    someHandlers({
      "settings.get": () => {
        throw new StatusError("ABORTED", "The file changed.", { details: { etag: "x" } });
      },
    }),
  );
  const error = await client.request("settings.get", {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StatusError);
  expect(error).toMatchObject({
    code: "ABORTED",
    message: "The file changed.",
    details: { etag: "x" },
  });
  expect(faults).toEqual([]);
});

test("an answer that breaks the contract is an INTERNAL fault and is reported", async () => {
  const { client } = connected(
    someHandlers({ "settings.get": () => ({ theme: "pink", ui: {} }) as unknown as Settings }),
  );
  await expect(client.request("settings.get", {})).rejects.toMatchObject({ code: "INTERNAL" });
  expect(faults).toHaveLength(1);
});

test("cancelling rejects at once and aborts the handler", async () => {
  const aborted = vi.fn<() => void>();
  const { client } = connected(
    someHandlers({ "settings.get": (_params, signal) => untilAborted(signal, aborted) }),
  );
  await vi.waitFor(() => expect(client.connection).toBe("open"));
  const controller = new AbortController();
  const answer = client.request("settings.get", {}, { signal: controller.signal });
  controller.abort();
  await expect(answer).rejects.toMatchObject({ code: "CANCELLED" });
  await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
});

test("a lost connection rejects pending requests, aborts handlers, and never sends them again", async () => {
  const aborted = vi.fn<() => void>();
  const called = vi.fn<() => void>();
  const { client, cut } = connected(
    someHandlers({
      "settings.get": (_params, signal) => {
        called();
        return untilAborted(signal, aborted);
      },
    }),
  );
  const answer = client.request("settings.get", {});
  await vi.waitFor(() => expect(called).toHaveBeenCalled());
  cut();
  await expect(answer).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await vi.waitFor(() => expect(client.connection).toBe("open"));
  expect(aborted).toHaveBeenCalledOnce();
  expect(called).toHaveBeenCalledOnce();
});

test("subscriptions are made again after a lost connection and disposed on the host", async () => {
  const sinks: TopicSink<HostEvent[]>[] = [];
  const disposed = vi.fn<() => void>();
  const { client, cut } = connected(
    someHandlers(
      {},
      {
        "host.events": (_params, sink) => {
          sinks.push(sink);
          sink.event([event(sinks.length)]);
          return { [Symbol.dispose]: disposed };
        },
      },
    ),
  );
  const seen: number[] = [];
  const subscription = client.subscribe(
    "host.events",
    {},
    { event: (events) => seen.push(...events.map(({ id }) => id)) },
  );
  await vi.waitFor(() => expect(seen).toEqual([1]));
  cut();
  await vi.waitFor(() => expect(seen).toEqual([1, 2]));
  expect(disposed).toHaveBeenCalledTimes(1);
  subscription[Symbol.dispose]();
  await vi.waitFor(() => expect(disposed).toHaveBeenCalledTimes(2));
  sinks[1]?.event([event(3)]);
  await Promise.resolve();
  expect(seen).toEqual([1, 2]);
});

const frameOf = (t: number): GridFrame => ({
  fleetId: 1,
  t,
  name: "Pair",
  problem: null,
  leftOut: 0,
  figure: "waiting",
  provenance: "exact",
  hint: null,
  models: ["mlp"],
  replicas: [],
  totals: [t],
  total: t,
});

test("what a listener sends when the connection opens again is sent once", async () => {
  const events = (_params: unknown, sink: TopicSink<HostEvent[]>) => {
    sink.event([event(1)]);
    return { [Symbol.dispose]: () => {} };
  };
  const { client, cut, server } = connected(
    someHandlers({ "settings.get": () => settings }, { "host.events": events }),
  );
  await client.request("settings.get", {});
  const results: Promise<Settings>[] = [];
  const received: (readonly HostEvent[])[] = [];
  client.onConnection((state) => {
    if (state !== "open" || results.length > 0) return;
    results.push(client.request("settings.get", {}));
    client.subscribe("host.events", {}, { event: (value) => received.push(value) });
  });
  cut();
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(await Promise.all(results)).toEqual([settings]);
  expect(client.connection).toBe("open");
  expect(server.connections).toBe(1);
});

test("[FLEET-F15] a state that is sent as changes arrives whole, after a lost connection too", async () => {
  const sinks: TopicSink<GridFrame>[] = [];
  const { client, cut } = connected(
    someHandlers(
      {},
      {
        "fleets.grid": (_params, sink) => {
          sinks.push(sink);
          sink.event(frameOf(sinks.length * 10));
          return { [Symbol.dispose]: () => {} };
        },
      },
    ),
  );
  const seen: GridFrame[] = [];
  const event = (frame: GridFrame) => void seen.push(frame);
  client.subscribe("fleets.grid", { fleetId: 1, figure: "waiting" }, { event });
  await vi.waitFor(() => expect(seen).toEqual([frameOf(10)]));
  sinks[0]?.event(frameOf(11));
  await vi.waitFor(() => expect(seen).toEqual([frameOf(10), frameOf(11)]));
  expect(seen[1]?.models).toBe(seen[0]?.models);
  cut();
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(frameOf(20)));
  sinks[1]?.event(frameOf(21));
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(frameOf(21)));
});

test("[FLEET-F15] a client that missed a change asks for the state whole", async () => {
  const pipe = inMemoryPipe();
  const asked: string[] = [];
  pipe.host.onMessage((message) => asked.push((message as ClientMessage).type));
  const client = createClient(() => pipe.client);
  clients.push(client);
  const seen: unknown[] = [];
  const event = (frame: GridFrame) => void seen.push(frame);
  client.subscribe("fleets.grid", { fleetId: 1, figure: "waiting" }, { event });
  await vi.waitFor(() => expect(asked).toEqual(["subscribe"]));
  const send = (message: HostMessage) => pipe.host.send(message);
  const change = (sequence: number) =>
    send({ type: "change", id: 1, sequence, change: { n: [sequence] } });
  send({ type: "event", id: 1, value: { n: 0 } });
  change(1);
  change(3);
  change(4);
  await vi.waitFor(() => expect(asked).toEqual(["subscribe", "unsubscribe", "subscribe"]));
  send({ type: "event", id: 1, value: { n: 7 } });
  change(1);
  await vi.waitFor(() => expect(seen).toEqual([{ n: 0 }, { n: 1 }, { n: 7 }, { n: 1 }]));
});

test("a topic that rejects or fails notifies its subscriber once", async () => {
  const { client } = connected(
    someHandlers(
      {},
      {
        "telemetry.overview": ({ serverId }) => {
          throw new StatusError("NOT_FOUND", `No server '${serverId}'.`);
        },
      },
    ),
  );
  const error = vi.fn<(error: Error) => void>();
  client.subscribe("telemetry.overview", { serverId: "x" }, { event: () => {}, error });
  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
  expect(error.mock.calls[0]?.[0]).toMatchObject({ code: "NOT_FOUND", message: "No server 'x'." });
});

test("closing the server cancels what runs and rejects new connections", async () => {
  const aborted = vi.fn<() => void>();
  const { client, server } = connected(
    someHandlers({ "settings.get": (_params, signal) => untilAborted(signal, aborted) }),
  );
  await vi.waitFor(() => expect(client.connection).toBe("open"));
  const answer = client.request("settings.get", {});
  await new Promise(setImmediate);
  server.close();
  await expect(answer).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(aborted).toHaveBeenCalledOnce();
  const late = inMemoryPipe();
  const closed = vi.fn<(reason: string) => void>();
  late.client.onClose(closed);
  server.serve(late.host);
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test("a closed client rejects requests", async () => {
  const { client } = connected(someHandlers({ "settings.get": () => settings }));
  client.close();
  await expect(client.request("settings.get", {})).rejects.toMatchObject({ code: "UNAVAILABLE" });
});

test("an answer that the transport cannot carry is an error, not the end", async () => {
  const { client } = connected(
    someHandlers({ "settings.get": () => ({ ...settings, ui: { call: () => {} } }) }),
  );
  await expect(client.request("settings.get", {})).rejects.toMatchObject({ code: "INTERNAL" });
  expect(faults).toHaveLength(1);
});

test("a message outside the protocol ends the connection", async () => {
  const server = new RpcServer(someHandlers({}), () => {});
  const pipe = inMemoryPipe();
  server.serve(pipe.host);
  const closed = vi.fn<(reason: string) => void>();
  pipe.client.onClose(closed);
  pipe.client.send({ type: "shout" } as never);
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test("the client works over a MessageChannel", async () => {
  const { messagePortTransport } = await import("../contract/rpc/index.ts");
  const server = new RpcServer(someHandlers({ "settings.get": () => settings }), () => {});
  const { port1, port2 } = new MessageChannel();
  server.serve(messagePortTransport(port1 as never));
  const client = createClient(() => messagePortTransport(port2 as never));
  clients.push(client);
  expect(await client.request("settings.get", {})).toEqual(settings);
});
