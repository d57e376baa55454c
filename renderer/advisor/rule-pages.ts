const pages = import.meta.glob<string>("../../docs/rules/*.md", {
  query: "?raw",
  import: "default",
});

/** The text of docs/rules/RULE-….md, which is bundled; null if a rule has no page. */
export async function rulePage(rule: string): Promise<string | null> {
  const name = Object.keys(pages).find((file) => file.startsWith(`../../docs/rules/${rule}-`));
  return (name && (await pages[name]?.())) || null;
}

/** The rule that a link between pages leads to; undefined for other links. */
export function linkedRule(address: string): string | undefined {
  return /^(?:\.\/)?([A-Z]\d+)-[a-z0-9-]+\.md(?:#.*)?$/.exec(address)?.[1];
}
