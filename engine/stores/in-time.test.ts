import { expect, it } from "vitest";
import { pagesInTime } from "./in-time.ts";

async function* pages(hangs: boolean) {
  yield 1;
  if (hangs) await new Promise(() => {});
  yield 2;
}

const collect = async (limits: { timeoutMs: number; signal: AbortSignal }, hangs = true) => {
  const found: number[] = [];
  for await (const page of pagesInTime(pages(hangs), { url: "gs://b", ...limits }))
    found.push(page);
  return found;
};

it("[OBJSTORE-12] aborts a listing whose page doesn't arrive", async () => {
  const never = new AbortController().signal;
  expect(await collect({ timeoutMs: 60_000, signal: never }, false)).toEqual([1, 2]);
  await expect(collect({ timeoutMs: 20, signal: never })).rejects.toThrow(
    "'gs://b' did not answer within 0.02 s.",
  );
});

it("[OBJSTORE-13] ends a listing when the engine stops", async () => {
  await expect(
    collect({ timeoutMs: 60_000, signal: AbortSignal.timeout(20) }),
  ).rejects.toMatchObject({ code: "CANCELLED" });
});
