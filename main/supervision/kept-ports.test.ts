import { expect, test } from "vitest";
import { KeptPorts } from "./kept-ports.ts";

const endpoints = { grpc: "127.0.0.1:8001", http: "127.0.0.1:8000", metrics: "127.0.0.1:8002" };
const any = { grpc: 0, http: 0, metrics: 0 };

test("[REPO-4] the ports of the last run are used once, until a run serves on them", () => {
  const ports = new KeptPorts();
  expect(ports.next()).toEqual(any);
  expect(ports.next()).toEqual(any);
  ports.served(endpoints);
  expect(ports.next()).toEqual({ grpc: 8001, http: 8000, metrics: 8002 });
  // The start failed: one of the ports may be in use.
  expect(ports.next()).toEqual(any);
  ports.served({ ...endpoints, grpc: "127.0.0.1:9001" });
  expect(ports.next()).toMatchObject({ grpc: 9001 });
});
