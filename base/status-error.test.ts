import { expect, test } from "vitest";
import { StatusError } from "./status-error.ts";

test.each([
  ["AbortError", "CANCELLED"],
  ["TimeoutError", "DEADLINE_EXCEEDED"],
  ["TypeError", "INTERNAL"],
] as const)("a thrown %s is %s", (name, code) => {
  const thrown = Object.assign(new Error("It took too long."), { name });
  expect(StatusError.from(thrown)).toMatchObject({ code, message: thrown.message, cause: thrown });
});

test("an expired AbortSignal.timeout is DEADLINE_EXCEEDED", async () => {
  const signal = AbortSignal.timeout(0);
  await expect.poll(() => signal.aborted).toBe(true);
  expect(StatusError.from(signal.reason).code).toBe("DEADLINE_EXCEEDED");
});

test("a StatusError is returned unchanged", () => {
  const error = new StatusError("NOT_FOUND", "There is no model 'm'.");
  expect(StatusError.from(error)).toBe(error);
});
