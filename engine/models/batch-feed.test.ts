import { expect, it } from "vitest";
import type { BatchEvent } from "../types.ts";
import { BatchFeed } from "./batch-feed.ts";

const event = {} as BatchEvent;

it("notifies all listeners until they unsubscribe; the same function may subscribe twice", () => {
  const feed = new BatchFeed();
  let heard = 0;
  const listener = () => void (heard += 1);
  const leave = feed.listen(listener);
  feed.listen(listener);
  feed.publish(event);
  leave();
  leave();
  feed.publish(event);
  expect(heard).toBe(3);
  expect(feed.listening).toBe(true);
});

it("removes a listener that throws", () => {
  const feed = new BatchFeed();
  let heard = 0;
  feed.listen(() => {
    throw new Error("broken");
  });
  feed.listen(() => void (heard += 1));
  feed.publish(event);
  feed.publish(event);
  expect(heard).toBe(2);
});
