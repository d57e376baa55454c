import { describe, expect, it } from "vitest";
import { ResponseOrder } from "./response-order.ts";

/** Slots by name, and what was delivered. */
function lab(...names: string[]) {
  const order = new ResponseOrder();
  const delivered: string[] = [];
  const slots = Object.fromEntries(names.map((name) => [name, order.open()]));
  const send = (name: string, what = name, final = true) =>
    slots[name]?.send(() => delivered.push(what), final);
  return { delivered, send, leave: (name: string) => slots[name]?.leave() };
}

describe("the order of responses", () => {
  it("[SCHED-B11] a response waits for those of earlier requests", () => {
    const { delivered, send } = lab("a", "b", "c");
    send("c");
    send("b");
    expect(delivered).toEqual([]);
    send("a");
    expect(delivered).toEqual(["a", "b", "c"]);
  });

  it("[SCHED-B11] the first request's responses leave at once, those of others wait", () => {
    const { delivered, send } = lab("a", "b");
    send("b", "b1", false);
    send("a", "a1", false);
    send("b", "b2");
    expect(delivered).toEqual(["a1"]);
    send("a", "a2");
    expect(delivered).toEqual(["a1", "a2", "b1", "b2"]);
  });

  it("[SCHED-B11] a request that leaves the queue delays no other", () => {
    const { delivered, send, leave } = lab("a", "b", "c");
    send("b");
    leave("a");
    expect(delivered).toEqual(["b"]);
    leave("c");
    send("c");
    expect(delivered).toEqual(["b"]);
  });

  it("[SCHED-B11] keeps the order if a delivery triggers the next response", () => {
    const order = new ResponseOrder();
    const delivered: string[] = [];
    const [a, b, c] = [order.open(), order.open(), order.open()];
    c.send(() => delivered.push("c"), true);
    a.send(() => {
      b.send(() => delivered.push("b"), true);
      delivered.push("a");
    }, true);
    expect(delivered).toEqual(["a", "b", "c"]);
  });
});
