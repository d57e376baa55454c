import { expect, test } from "vitest";
import type { SubscriptionHandlers } from "../../main/contract/client.ts";
import { TopicStore } from "./topic-store.ts";

function setUp() {
  const frames: (() => void)[] = [];
  const open: SubscriptionHandlers<number>[] = [];
  let closed = 0;
  const store = new TopicStore<number, readonly number[]>(
    (handlers) => {
      open.push(handlers);
      return {
        [Symbol.dispose]: () => {
          closed += 1;
        },
      };
    },
    [],
    (state, event) => [...state, event],
    (work) => frames.push(work),
  );
  return {
    store,
    open,
    send: (event: number) => open.at(-1)?.event(event),
    draw: () => frames.splice(0).forEach((work) => work()),
    closed: () => closed,
  };
}

test("is subscribed to only while a component uses it", () => {
  const { store, open, closed } = setUp();
  expect(open).toHaveLength(0);
  const first = store.subscribe(() => {});
  const second = store.subscribe(() => {});
  expect(open).toHaveLength(1);
  first();
  expect(closed()).toBe(0);
  second();
  expect(closed()).toBe(1);
  store.subscribe(() => {});
  expect(open).toHaveLength(2);
});

test("notifies its watchers once per frame, with everything that came", () => {
  const { store, send, draw } = setUp();
  let calls = 0;
  store.subscribe(() => {
    calls += 1;
  });
  send(1);
  send(2);
  expect(calls).toBe(0);
  expect(store.snapshot()).toEqual([]);
  draw();
  expect(calls).toBe(1);
  expect(store.snapshot()).toEqual([1, 2]);
  draw();
  expect(calls).toBe(1);
});
