import { expect, test } from "vitest";
import { type CancelSignal, Cancellation } from "./cancellation.ts";

test("listeners are called once, in order, without those that were removed", () => {
  const cancellation = new Cancellation();
  const calls: string[] = [];
  const unknown = () => {};
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => () => void calls.push(name));
  for (const listener of [a, b, c, d]) {
    cancellation.addEventListener("abort", listener as () => void);
  }
  cancellation.removeEventListener("abort", a as () => void);
  cancellation.removeEventListener("abort", c as () => void);
  cancellation.removeEventListener("abort", unknown);
  expect(cancellation.aborted).toBe(false);
  cancellation.abort();
  cancellation.abort();
  expect(cancellation.aborted).toBe(true);
  expect(calls).toEqual(["b", "d"]);
});

test("a listener that is added after the abort is not called, as with an AbortSignal", () => {
  const controller = new AbortController();
  const cancellation = new Cancellation();
  const calls: string[] = [];
  const both: [string, CancelSignal][] = [
    ["signal", controller.signal],
    ["own", cancellation],
  ];
  controller.abort();
  cancellation.abort();
  for (const [name, signal] of both) signal.addEventListener("abort", () => calls.push(name));
  expect(calls).toEqual([]);
});

test("a listener may remove itself and others while it is called", () => {
  const cancellation = new Cancellation();
  const calls: string[] = [];
  const first = () => {
    calls.push("first");
    cancellation.removeEventListener("abort", first);
  };
  cancellation.addEventListener("abort", first);
  cancellation.addEventListener("abort", () => calls.push("second"));
  cancellation.abort();
  expect(calls).toEqual(["first", "second"]);
});
