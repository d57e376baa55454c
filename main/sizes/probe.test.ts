import { expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import type { InputChoice, TrialStatus } from "../contract/index.ts";
import { noSizesError, probeSizes, type SendChoice } from "./probe.ts";

const never = new AbortController().signal;
const choice = (size: number): InputChoice => ({ shapes: { x: [size] }, byInput: {} });
const choices = [1, 2, 3].map(choice);
const ok: TrialStatus = { ok: true, code: "OK", message: "" };
const refused: TrialStatus = { ok: false, code: "HTTP 500", message: "Add node." };

/** Answers in order, with what was sent. */
function server(...answers: TrialStatus[]): { send: SendChoice; sent: InputChoice[] } {
  const sent: InputChoice[] = [];
  const send = (each: InputChoice) => {
    sent.push(each);
    return Promise.resolve(answers[sent.length - 1] ?? refused);
  };
  return { send, sent };
}

it("[SIZE-4] ends with the first success", async () => {
  const { send, sent } = server(refused, ok);
  const result = await probeSizes(choices, send, systemClock, never);
  expect(result).toMatchObject({ found: choice(2), blocked: false });
  expect(result.attempts.map(({ ok: isOk }) => isOk)).toEqual([false, true]);
  expect(sent).toHaveLength(2);
});

it("[SIZE-4] concludes nothing from a server that is down", async () => {
  const down = { ok: false, code: "UNAVAILABLE", message: "No answer." };
  const { send, sent } = server(refused, down);
  expect(await probeSizes(choices, send, systemClock, never)).toMatchObject({
    found: null,
    blocked: true,
  });
  expect(sent).toHaveLength(2);
});

it("[SIZE-4] ends after half a minute, and when it is cancelled", async () => {
  const { send } = server();
  let now = 0;
  const clock = { ...systemClock, monotonic: () => (now += 20_000) };
  const slow = await probeSizes(choices, send, clock, never);
  expect(slow.attempts).toHaveLength(2);
  await expect(probeSizes(choices, send, systemClock, AbortSignal.abort())).rejects.toThrow(
    "aborted",
  );
});

it("[SIZE-7] gives the server's words", () => {
  const attempts = [{ ...choice(1), ...refused }];
  expect(noSizesError("m", attempts).message).toBe(
    "Model 'm' has dynamic dimensions, and no sizes are known that run. The request that tried sizes failed. With x [1]: HTTP 500: Add node. Enter the shape.",
  );
});
