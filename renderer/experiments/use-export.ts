import type { ExportFormat } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { saveFile } from "../ui/save-file.ts";
import { showError } from "../ui/toasts.tsx";

export const exportLabels: Record<ExportFormat, string> = {
  html: "Report (HTML)",
  json: "Data (JSON)",
  csv: "Table (CSV)",
};

/** Hands experiments to the user as files, one after the other. */
export function useExport() {
  const { client } = useHost();
  return async (ids: readonly number[], format: ExportFormat) => {
    try {
      for (const id of ids) saveFile(await client.request("lab.export", { id, format }));
    } catch (error) {
      showError("Some experiments were not exported.", error);
    }
  };
}
