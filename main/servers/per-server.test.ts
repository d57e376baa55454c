import { expect, test } from "vitest";
import type { ServerCapability, ServerStatus } from "../contract/index.ts";
import { Listeners } from "../../base/listeners.ts";
import { FakeServer } from "../telemetry/testing/fake-server.ts";
import type { ServerAdapter, ServerDirectory } from "./adapter.ts";
import { findServer } from "./directory.ts";
import { PerServer } from "./per-server.ts";

class Server extends FakeServer {
  override capabilities: readonly ServerCapability[] = [];
  state: ServerStatus["state"] = "starting";

  override get status(): ServerStatus {
    return { ...super.status, state: this.state };
  }

  answered(...capabilities: ServerCapability[]): void {
    this.state = "live";
    this.capabilities = capabilities;
    this.listeners.emit(this.status);
  }
}

class Thing implements Disposable {
  over = false;
  [Symbol.dispose](): void {
    this.over = true;
  }
}

function directory() {
  const changed = new Listeners<void>("servers");
  const listed: ServerAdapter[] = [];
  const attached: ServerAdapter[] = [];
  const servers: ServerDirectory = {
    list: () => listed,
    get: (id) => findServer([...listed, ...attached], id),
    onChanged: (listener) => changed.add(listener),
  };
  const made: string[] = [];
  const things = new PerServer(servers, "statistics", ({ id }) => {
    made.push(id);
    return new Thing();
  });
  return { listed, attached, made, things, changed: () => changed.emit() };
}

test("creates an object for a listed server once it is known to have the capability", () => {
  const { listed, made, things, changed } = directory();
  const triton = new Server("triton");
  const vllm = new Server("vllm");
  listed.push(triton, vllm);
  changed();
  expect(made).toEqual([]);
  triton.answered("statistics");
  vllm.answered("chat");
  expect(made).toEqual(["triton"]);
  expect(() => things.of("vllm")).toThrow("it lacks Triton's statistics");
  const thing = things.of("triton");
  listed.shift();
  changed();
  expect(thing.over).toBe(true);
  expect(() => things.of("triton")).toThrow("There is no server");
});

test("creates it on first use for a server that has not responded or is attached", () => {
  const { listed, attached, made, things, changed } = directory();
  listed.push(new Server("slow"));
  const replica = new Server("replica");
  attached.push(replica);
  changed();
  replica.answered("statistics");
  expect(made).toEqual([]);
  const thing = things.of("replica");
  expect(things.of("replica")).toBe(thing);
  things.of("slow");
  expect(made).toEqual(["replica", "slow"]);
  attached.pop();
  changed();
  expect(thing.over).toBe(true);
});

test("[SERVER-M2] disposes of it when the server turns out to be of another kind or is asked for after that", () => {
  const { listed, attached, things, changed } = directory();
  const server = new Server("edited");
  const replica = new Server("replica");
  listed.push(server);
  attached.push(replica);
  changed();
  server.answered("statistics");
  replica.answered("statistics");
  const [thing, held] = [things.of("edited"), things.of("replica")];
  server.answered("chat");
  replica.answered("chat");
  expect(thing.over).toBe(true);
  expect(() => things.of("edited")).toThrow("it lacks Triton's statistics");
  expect(() => things.of("replica")).toThrow("it lacks Triton's statistics");
  expect(held.over).toBe(true);
  server.answered("statistics");
  expect(things.of("edited").over).toBe(false);
});

test("creates another for another server of the same id, and disposes of all", () => {
  const { attached, things, changed } = directory();
  attached.push(new Server("replica"));
  changed();
  const first = things.of("replica");
  attached[0] = new Server("replica");
  changed();
  const second = things.of("replica");
  expect([first.over, second.over]).toEqual([true, false]);
  things[Symbol.dispose]();
  expect(second.over).toBe(true);
});
