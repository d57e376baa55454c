/** Markup that is whole; only {@link html} and {@link raw} make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | false | undefined | readonly Value[];

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => ENTITIES[each] as string);

/** Everything put in is escaped, in text and in quoted attributes, unless it is markup already. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.map((string, i) => string + toText(values[i])).join(""));
}

/** Markup of our own that holds nothing from outside. */
export const raw = (text: string): Html => new Html(text);

function toText(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(toText).join("");
  return escaped(String(value));
}
