import { expect, it } from "vitest";
import { StartSlots } from "./start-slots.ts";

it("gives each slot to one start at a time, in order", async () => {
  const slots = new StartSlots(1);
  const order: string[] = [];
  const first = await slots.take();
  const second = slots.take().then((give) => {
    order.push("second");
    return give;
  });
  const third = slots.take().then(() => order.push("third"));
  await Promise.resolve();
  expect(order).toEqual([]);
  first();
  first();
  const give = await second;
  expect(order).toEqual(["second"]);
  give();
  await third;
  expect(order).toEqual(["second", "third"]);
});
