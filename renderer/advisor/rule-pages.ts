const pages = import.meta.glob<string>("../../docs/rules/*.md", {
  query: "?raw",
  import: "default",
});

/** The text of docs/rules/RULE.md, which is part of the console; null where a rule has no page. */
export async function rulePage(rule: string): Promise<string | null> {
  return (await pages[`../../docs/rules/${rule}.md`]?.()) ?? null;
}
