/** Id of the element that holds a report's experiment as JSON. */
export const REPORT_DATA_ID = "batchdeck-experiment";

/** The element; `<` is escaped in it, so that no text of the experiment ends it. */
export function dataElement(json: string): string {
  return `<script type="application/json" id="${REPORT_DATA_ID}">${json.replaceAll("<", "\\u003c")}</script>`;
}
