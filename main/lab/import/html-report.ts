import { StatusError } from "../../../base/status-error.ts";
import { REPORT_DATA_ID } from "../export/report/data-element.ts";

/** The JSON document that an exported report carries. */
export function documentOfReport(html: string): string {
  const opening = `<script type="application/json" id="${REPORT_DATA_ID}">`;
  const at = html.indexOf(opening);
  const end = at < 0 ? -1 : html.indexOf("</script>", at);
  if (end < 0) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `it is HTML without the element '${REPORT_DATA_ID}'; only reports that the lab exported hold an experiment.`,
    );
  }
  return html.slice(at + opening.length, end);
}
