import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HostMessage, Transport } from "../contract/messages.ts";
import { Outlet } from "./outlet.ts";

class Pipe implements Transport<HostMessage, unknown> {
  buffered = 0;
  readonly sent: unknown[] = [];
  send(message: HostMessage): void {
    if (message.type === "event") this.sent.push(message.value);
  }
  onMessage(): void {}
  onClose(): void {}
  close(): void {}
}

const clogged = 2 << 20;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a slow reader of states gets the latest alone", () => {
  const pipe = new Pipe();
  const outlet = new Outlet(pipe, 1, "telemetry.overview", () => {});
  outlet.push("a");
  pipe.buffered = clogged;
  outlet.push("b");
  outlet.push("c");
  expect(pipe.sent).toEqual(["a"]);
  pipe.buffered = 0;
  vi.advanceTimersByTime(100);
  outlet.push("d");
  expect(pipe.sent).toEqual(["a", "c", "d"]);
});

test("a slow reader of news misses none", () => {
  const pipe = new Pipe();
  const outlet = new Outlet(pipe, 1, "host.events", () => {});
  pipe.buffered = clogged;
  outlet.push([1]);
  outlet.push([2, 3]);
  pipe.buffered = 0;
  vi.advanceTimersByTime(100);
  expect(pipe.sent).toEqual([[1, 2, 3]]);
});

test("a reader that never reads is let go", () => {
  const pipe = new Pipe();
  const overflow = vi.fn<(error: unknown) => void>();
  const outlet = new Outlet(pipe, 1, "host.events", overflow);
  pipe.buffered = clogged;
  for (let i = 0; i < 11; i++) outlet.push(Array.from({ length: 1000 }, () => i));
  expect(overflow.mock.calls[0]?.[0]).toMatchObject({ code: "RESOURCE_EXHAUSTED" });
  expect(vi.getTimerCount()).toBe(0);
});
