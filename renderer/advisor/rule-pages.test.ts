import { expect, test } from "vitest";
import { linkedRule, rulePage } from "./rule-pages.ts";

test("finds a rule's page by the rule's id", async () => {
  expect(await rulePage("B6")).toMatch(/^# B6\. /);
  expect(await rulePage("B")).toBeNull();
  expect(await rulePage("B99")).toBeNull();
});

test("follows the links between pages, and no others", async () => {
  const links = [...((await rulePage("B6")) ?? "").matchAll(/\]\((?!https:)([^)]+)\)/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, address = ""] of links)
    expect(await rulePage(linkedRule(address) ?? "")).not.toBeNull();
  expect(linkedRule("https://example.com/Q1-queue-limit.md")).toBeUndefined();
});
