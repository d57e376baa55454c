import type { ExportFormat } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { saveFile } from "../ui/save-file.ts";
import { showError } from "../ui/toasts.tsx";

export const exportLabels: Record<ExportFormat, string> = {
  html: "Report (HTML)",
  json: "Data (JSON)",
  csv: "Table (CSV)",
  "vllm-bench": "vllm bench serve (JSON)",
  aiperf: "AIPerf (JSON)",
  guidellm: "GuideLLM (JSON)",
};

/** Downloads experiments as files, one after the other. */
export function useExport() {
  const { client } = useHost();
  return async (ids: readonly number[], format: ExportFormat) => {
    try {
      for (const id of ids)
        for (const file of await client.request("lab.export", { id, format })) saveFile(file);
    } catch (error) {
      showError("Some experiments were not exported.", error);
    }
  };
}
