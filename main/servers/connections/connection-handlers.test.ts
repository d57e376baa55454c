import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ConnectionDraft, connectionDraft } from "../../contract/index.ts";
import { HostEvents } from "../../events/index.ts";
import { type DataDirectory, openDataDirectory } from "../../store/index.ts";
import { FakeServer } from "../../telemetry/testing/fake-server.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryVault } from "../secrets/index.ts";
import { startRecordedTriton } from "../testing/recorded-triton.ts";
import { ConnectionStore, connectionMigrations } from "./connection-store.ts";
import { Connections } from "./connections.ts";
import { connectionHandlers } from "./connection-handlers.ts";

const SECRET = "tok-77-geheim";

let directory: string;
let data: DataDirectory;
let servers: Connections;
let events: HostEvents;
let requests: ReturnType<typeof connectionHandlers>["requests"];
const { signal } = new AbortController();

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-connections-"));
  data = openDataDirectory(directory, connectionMigrations);
  events = new HostEvents();
  servers = new Connections(new FakeServer(), new ConnectionStore(data.db), {
    clock: new ManualClock(),
    vault: new MemoryVault(),
    random: () => 0.5,
  });
  ({ requests } = connectionHandlers(servers, events));
});
afterEach(() => {
  servers[Symbol.dispose]();
  data.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

function draft(grpc: string, more: Partial<ConnectionDraft> = {}): ConnectionDraft {
  return connectionDraft.parse({
    name: "T",
    grpc,
    http: "",
    metrics: "",
    auth: { kind: "bearer", token: { kind: "given", value: SECRET } },
    ...more,
  });
}

test("[SERVER-K1] reports a connection's life in events and responses without its secret", async () => {
  await using triton = await startRecordedTriton();
  const added = draft(triton.address);
  const answers: unknown[] = [
    await requests["servers.recognise"]({ connection: added, serverId: null }, signal),
  ];
  const { serverId } = await requests["servers.add"](added, signal);
  await vi.waitFor(() => expect(servers.get(serverId).status.state).toBe("live"), { interval: 5 });
  const kept = draft(triton.address, { auth: { kind: "bearer", token: { kind: "kept" } } });
  answers.push(
    await requests["servers.edit"]({ serverId, connection: { ...kept, name: "U" } }, signal),
    await requests["servers.connection"]({ serverId }, signal),
    await requests["servers.askNow"]({ serverId }, signal),
  );
  const { text } = await requests["servers.export"]({}, signal);
  await requests["servers.remove"]({ serverId }, signal);
  answers.push(text, await requests["servers.import"]({ text }, signal));
  expect(answers.at(-1)).toEqual({ added: 1, known: 0, withoutSecrets: ["U"] });
  expect(events.list().map(({ message }) => message)).toEqual([
    "T was added.",
    "The connection of U was changed.",
    "U was removed.",
    "1 connection was imported.",
  ]);
  expect(JSON.stringify([answers, events.list()])).not.toContain(SECRET);
});

test("[SERVER-K1] does not repeat a secret in a rejection", async () => {
  const wrong: Partial<ConnectionDraft>[] = [
    { grpc: "nowhere" },
    { auth: { kind: "bearer", token: { kind: "given", value: `${SECRET}\n` } } },
    { headers: [{ name: "a b", value: { kind: "given", value: SECRET } }] },
    {
      grpc: "grpcs://127.0.0.1:1",
      tls: {
        ca: null,
        certificate: { kind: "text", text: SECRET },
        key: { kind: "secret", secret: { kind: "given", value: SECRET } },
        serverName: "",
      },
    },
  ];
  for (const each of wrong) {
    const refused = await Promise.resolve(
      requests["servers.add"](draft("127.0.0.1:1", each), signal),
    ).then(
      () => null,
      (error: Error) => error,
    );
    expect(refused).toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(refused?.message).not.toContain(SECRET);
  }
});
