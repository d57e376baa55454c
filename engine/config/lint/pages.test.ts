import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MODEL_RULES, SERVER_RULES } from "../../../main/advisor/rules/index.ts";
import type { Rule } from "./rule.ts";
import { RULES } from "./rules.ts";
import { EXAMPLES } from "./testing/examples.ts";

const FOLDER = new URL("../../../docs/rules/", import.meta.url);
const configured: readonly Rule[] = Object.values(RULES);
const running: readonly Rule[] = [...MODEL_RULES, ...SERVER_RULES];

/** Each rule once: the title of a configuration's finding takes precedence. */
const all = [
  ...new Map([...running, ...configured].map((rule): [string, Rule] => [rule.id, rule])).values(),
].sort((a, b) => a.id.localeCompare(b.id));

function judgedBy({ id }: Rule): string {
  const among = (rules: readonly Rule[]) => rules.some((rule) => rule.id === id);
  if (!among(running)) return "the configuration";
  return among(configured) ? "both" : "a running server";
}

/** The file of each rule's page by the rule's id. */
const files = new Map(
  readdirSync(FOLDER)
    .filter((file) => file !== "README.md")
    .map((file): [string, string] => [file.replace(/-.*/, ""), file]),
);

function page(id: string): string {
  return readFileSync(new URL(files.get(id) ?? "", FOLDER), "utf8");
}

function index(): string {
  const rows = all.map(
    (rule) =>
      `| [${rule.id}](${files.get(rule.id)}) | ${rule.title} | ${rule.severity} | ${judgedBy(rule)} |`,
  );
  return `# Rules

Advice and its reasons. Each page says what you see, why it happens and on which sources that rests, and what to try in which order.
Configurations that a server rejects with a clear message have no page.

| rule | about | severity | evaluated on |
|---|---|---|---|
${rows.join("\n")}
`;
}

describe("the pages of rules", () => {
  test("are listed", async () => {
    await expect(index()).toMatchFileSnapshot("../../../docs/rules/README.md");
  });

  test("exist for each rule and no other", () => {
    expect([...files.keys()].sort()).toEqual(all.map(({ id }) => id));
    for (const file of files.values()) expect(file).toMatch(/^[A-Z]\d-[a-z-]+\.md$/);
  });

  test.each(all)("$id has symptoms, causes, what to try, when it appears and a source", (rule) => {
    const text = page(rule.id);
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
    for (const [, link] of text.matchAll(/\]\((?!https:)([^)]+)\)/g))
      expect([...files.values()]).toContain(link);
  });

  test("of configuration rules link their sources", () => {
    for (const { id } of configured) {
      const text = page(id);
      expect(text.slice(text.indexOf("## Source")), id).toContain("](https://");
    }
  });

  test("belong to rules with examples", () => {
    expect(configured.map(({ id }) => id)).toEqual(Object.keys(EXAMPLES));
  });
});
