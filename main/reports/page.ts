import { type Html, html, raw } from "./html.ts";
import { style } from "./style.ts";

/** Nothing is fetched and nothing runs, whatever the report's texts say. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

interface Page {
  readonly title: string;
  readonly body: Html;
  /** Markup of our own behind the body that no reader sees. */
  readonly data?: string;
}

/** One document that opens without a network, is read without script, and prints. */
export function reportPage({ title, body, data = "" }: Page): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title}</title>${style}</head><body>
${body}
${raw(data)}</body></html>
`.text;
}
