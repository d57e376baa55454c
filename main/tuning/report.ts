import type { Experiment, TuningSession } from "../contract/index.ts";
import { tuningHtml } from "./report-html.ts";
import { tuningMarkdown } from "./report-markdown.ts";

export interface ReportFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: string;
}

/** A session's report for readers who weren't there. `environment`: null if it is no longer known. */
export function tuningReport(
  session: TuningSession,
  environment: Experiment["environment"] | null,
  format: "html" | "markdown",
): ReportFile {
  const base = `tuning-${session.id}-${session.model.replace(/[^\w.-]+/g, "_")}`;
  return format === "markdown"
    ? {
        fileName: `${base}.md`,
        mediaType: "text/markdown",
        content: tuningMarkdown(session),
      }
    : {
        fileName: `${base}.html`,
        mediaType: "text/html",
        content: tuningHtml(session, environment),
      };
}
