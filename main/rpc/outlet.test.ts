import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HostMessage, Transport } from "../contract/messages.ts";
import { Outlet } from "./outlet.ts";

class Pipe implements Transport<HostMessage, unknown> {
  buffered = 0;
  readonly sent: unknown[] = [];
  readonly changes: unknown[] = [];
  send(message: HostMessage): void {
    if (message.type === "event") this.sent.push(message.value);
    if (message.type === "change") this.changes.push([message.sequence, message.change]);
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
  const outlet = new Outlet(pipe, { id: 1, topic: "telemetry.overview" }, () => {});
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
  const outlet = new Outlet(pipe, { id: 1, topic: "host.events" }, () => {});
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
  const outlet = new Outlet(pipe, { id: 1, topic: "host.events" }, overflow);
  pipe.buffered = clogged;
  for (let i = 0; i < 11; i++) outlet.push(Array.from({ length: 1000 }, () => i));
  expect(overflow.mock.calls[0]?.[0]).toMatchObject({ code: "RESOURCE_EXHAUSTED" });
  expect(vi.getTimerCount()).toBe(0);
});

test("[FLEET-F15] a large state is sent whole, then as changes, and a slow reader misses none", () => {
  const pipe = new Pipe();
  const outlet = new Outlet(pipe, { id: 1, topic: "fleets.grid" }, () => {});
  outlet.push({ t: 1, rows: [{ value: 1 }, { value: 1 }] });
  outlet.push({ t: 1, rows: [{ value: 1 }, { value: 2 }] });
  outlet.push({ t: 1, rows: [{ value: 1 }, { value: 2 }] });
  pipe.buffered = clogged;
  outlet.push({ t: 2, rows: [{ value: 3 }, { value: 2 }] });
  outlet.push({ t: 3, rows: [{ value: 3 }, { value: 4 }] });
  pipe.buffered = 0;
  vi.advanceTimersByTime(100);
  expect(pipe.sent).toEqual([{ t: 1, rows: [{ value: 1 }, { value: 1 }] }]);
  expect(pipe.changes).toEqual([
    [1, { rows: { "1": { value: [2] } } }],
    [2, { t: [3], rows: { "0": { value: [3] }, "1": { value: [4] } } }],
  ]);
});

test("in quiet mode live figures wait until it ends, and progress comes once a second", () => {
  const pace = { isQuiet: true };
  const figures = new Pipe();
  const overview = new Outlet(figures, { id: 1, topic: "telemetry.overview" }, () => {}, pace);
  const steps = new Pipe();
  const progress = new Outlet(steps, { id: 2, topic: "lab.progress" }, () => {}, pace);
  for (let i = 0; i < 12; i++) {
    overview.push(i);
    progress.push(i);
    vi.advanceTimersByTime(250);
  }
  expect(figures.sent).toEqual([0]);
  expect(steps.sent).toEqual([0, 3, 7, 11]);
  pace.isQuiet = false;
  vi.advanceTimersByTime(1000);
  expect(figures.sent).toEqual([0, 11]);
  expect(steps.sent.at(-1)).toBe(11);
});
