import type { TuningSearch } from "../../contract/index.ts";
import type { ReportFile } from "../report.ts";
import { searchHtml } from "./report-html.ts";
import { searchMarkdown } from "./report-markdown.ts";

export function searchReport(search: TuningSearch, format: "html" | "markdown"): ReportFile {
  const base = `search-${search.id}-${search.model.replace(/[^\w.-]+/g, "_")}`;
  return format === "markdown"
    ? { fileName: `${base}.md`, mediaType: "text/markdown", content: searchMarkdown(search) }
    : { fileName: `${base}.html`, mediaType: "text/html", content: searchHtml(search) };
}
