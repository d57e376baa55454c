import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MODEL_RULES, SERVER_RULES } from "../../../main/advisor/rules/index.ts";
import type { Rule } from "./rule.ts";
import { RULES } from "./rules.ts";
import { EXAMPLES } from "./testing/examples.ts";

const FOLDER = new URL("../../../docs/rules/", import.meta.url);
const configured: readonly Rule[] = Object.values(RULES);
const running: readonly Rule[] = [...MODEL_RULES, ...SERVER_RULES];

/** Each rule once: the title that a configuration's finding has comes first. */
const all = [
  ...new Map([...running, ...configured].map((rule): [string, Rule] => [rule.id, rule])).values(),
].sort((a, b) => a.id.localeCompare(b.id));

function judgedBy({ id }: Rule): string {
  const among = (rules: readonly Rule[]) => rules.some((rule) => rule.id === id);
  if (!among(running)) return "the configuration";
  return among(configured) ? "both" : "a running server";
}

function index(): string {
  const rows = all.map(
    (rule) =>
      `| [${rule.id}](${rule.id}.md) | ${rule.title} | ${rule.severity} | ${judgedBy(rule)} |`,
  );
  return `# Rules

What is advised, and why. Each page has what one sees, the reason and where it comes from, and what to try in which order.
What a server refuses in words that say all has no page.

| rule | about | severity | judged by |
|---|---|---|---|
${rows.join("\n")}
`;
}

describe("the pages of rules", () => {
  test("are listed", async () => {
    await expect(index()).toMatchFileSnapshot("../../../docs/rules/README.md");
  });

  test("are there for each rule and no other", () => {
    const pages = readdirSync(FOLDER).map((file) => file.replace(/\.md$/, ""));
    expect(pages.filter((name) => name !== "README").sort()).toEqual(all.map(({ id }) => id));
  });

  test.each(all)(
    "$id has what one sees, why, what to try, when it appears and a source",
    (rule) => {
      const text = readFileSync(new URL(`${rule.id}.md`, FOLDER), "utf8");
      const sections = text.match(/(?<=^## ).*$/gm)?.filter((name) => name !== "On which server");
      expect(text.split("\n")[0]).toBe(`# ${rule.id}. ${rule.title}`);
      expect(sections).toEqual([
        "What you see",
        "Why",
        "What to try, in this order",
        "When it appears",
        "Source",
      ]);
      expect(text).toMatch(/## What to try, in this order\n\n1\. /);
      const known = all.map(({ id }) => id);
      for (const [, link] of text.matchAll(/\]\((\w+)\.md\)/g)) expect(known).toContain(link);
    },
  );

  test("of those that are judged from a configuration give addresses of their sources", () => {
    for (const { id } of configured) {
      const text = readFileSync(new URL(`${id}.md`, FOLDER), "utf8");
      expect(text.slice(text.indexOf("## Source")), id).toContain("](https://");
    }
  });

  test("are of rules that have examples", () => {
    expect(configured.map(({ id }) => id)).toEqual(Object.keys(EXAMPLES));
  });
});
