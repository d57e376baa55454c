import { expect, it } from "vitest";
import { describeEnvironment, isHere } from "./environment.ts";

it("[V14] treats a server behind a local tunnel as remote", () => {
  const tunnelled = { name: "replica", version: null, caveat: "Through a port-forward." };
  expect(isHere(tunnelled, "127.0.0.1:8000")).toBe(false);
  expect(describeEnvironment(tunnelled, "", "127.0.0.1:8000").sameMachine).toBe(false);
  expect(isHere({ caveat: null }, "127.0.0.1:8000")).toBe(true);
  expect(isHere({ kind: "embedded", caveat: null }, "gpu-7:8000")).toBe(true);
  expect(isHere({ caveat: null }, "gpu-7:8000")).toBe(false);
});
