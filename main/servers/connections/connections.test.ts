import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type DataDirectory, openDataDirectory } from "../store/index.ts";
import { FakeServer } from "../telemetry/testing/fake-server.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { hostAndPort } from "./address.ts";
import { ConnectionStore, connectionMigrations } from "./connection-store.ts";
import { Connections } from "./connections.ts";
import { startRecordedTriton } from "./testing/recorded-triton.ts";

let directory: string;
let data: DataDirectory;
let servers: Connections;

const open = () =>
  new Connections(new FakeServer(), new ConnectionStore(data.db), new ManualClock());
const server = (grpc: string, more: object = {}) => ({
  name: "",
  grpc,
  http: "",
  metrics: "",
  ...more,
});

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-servers-"));
  data = openDataDirectory(directory, connectionMigrations);
  servers = open();
});
afterEach(() => {
  servers[Symbol.dispose]();
  data.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

test("addresses are taken as people write them", () => {
  for (const written of ["gpu-7:8001", " grpc://gpu-7:8001 ", "http://gpu-7:8001/metrics?a=b"])
    expect(hostAndPort("gRPC address", written)).toBe("gpu-7:8001");
  expect(hostAndPort("gRPC address", "[::1]:8001")).toBe("[::1]:8001");
  expect(hostAndPort("HTTP address", "http://host:80")).toBe("host:80");
});

test.each([
  ["gpu-7", "names no port"],
  ["", "must be HOST:PORT"],
  ["gpu-7:0", "names no port"],
  ["gpu-7:99999", "must be HOST:PORT"],
  ["https://gpu-7:8001", "asks for TLS"],
  ["ftp://gpu-7:8001", "must be HOST:PORT"],
  ["grpc://me:secret@gpu-7:8001", "kept without secrets"],
  ["two words:1", "must be HOST:PORT"],
])("%j is refused: %s", (written, why) => {
  expect(() => hostAndPort("gRPC address", written)).toThrow(
    expect.objectContaining({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(why),
      details: { field: "gRPC address" },
    }),
  );
});

test("a server is added, told of, remembered, and forgotten", () => {
  const told = vi.fn<() => void>();
  using _watching = servers.onChanged(told);
  const { id, status } = servers.add(server("gpu-7:8001", { http: "http://gpu-7:8000" }));
  expect(status).toMatchObject({
    name: "gpu-7:8001",
    kind: "triton",
    state: "starting",
    endpoints: { grpc: "gpu-7:8001", http: "gpu-7:8000", metrics: "" },
  });
  expect(told).toHaveBeenCalledOnce();
  expect(() => servers.add(server("grpc://gpu-7:8001"))).toThrow("is connected as gpu-7:8001");
  using again = open();
  expect(again.get(id).status.name).toBe("gpu-7:8001");
  servers.remove(id);
  expect(told).toHaveBeenCalledTimes(2);
  expect(() => servers.get(id)).toThrow("There is no server");
  using forgotten = open();
  expect(forgotten.list()).toHaveLength(1);
  expect(() => servers.remove("fake")).toThrow("cannot be removed");
});

test("its state says whether it answers, and why not", async () => {
  await using triton = await startRecordedTriton();
  const live = servers.add(server(triton.address));
  await live.repositoryIndex();
  expect(live.status).toMatchObject({ state: "live", version: "2.64.0" });

  const nobody = servers.add(server("127.0.0.1:1"));
  await expect(nobody.repositoryIndex()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(nobody.status).toMatchObject({
    state: "stale",
    reason: expect.stringContaining("No server answers at 127.0.0.1:1"),
  });
});

test("something else at the address is said to be no Triton", async () => {
  await using other = await startRecordedTriton(["RepositoryIndex"]);
  const stranger = servers.add(server(other.address));
  await expect(stranger.repositoryIndex()).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
  expect(stranger.status).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("no Triton server"),
  });
});
