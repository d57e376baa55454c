import { expect, test } from "vitest";
import { requests, topics } from "../contract/index.ts";
import type { AllHandlers } from "./handlers.ts";
import { joinDomains } from "./join-domains.ts";

const answer = () => ({}) as never;
const named = (names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, answer]));
const all = { requests: named(requests), topics: named(topics) } as unknown as AllHandlers;

test("joins what all domains answer", () => {
  const { "host.info": info, ...others } = all.requests;
  const joined = joinDomains([{ requests: { "host.info": info } }, { ...all, requests: others }]);
  expect(Object.keys(joined.requests).toSorted()).toEqual(Object.keys(requests).toSorted());
  expect(Object.keys(joined.topics).toSorted()).toEqual(Object.keys(topics).toSorted());
});

test("rejects a name that two domains answer", () => {
  const twice = { requests: { "host.info": answer } };
  expect(() => joinDomains([all, twice])).toThrow("Two domains answer 'host.info'.");
});

test("a name that is missing is an error of types", () => {
  const { "host.info": _info, ...others } = all.requests;
  // @ts-expect-error "host.info" has no handler
  const joined = joinDomains([{ ...all, requests: others }]);
  expect(joined.requests).not.toHaveProperty(["host.info"]);
});
