import { FilesButton } from "../../ui/files-button.tsx";
import { useImport } from "./use-import.ts";

export function ImportButton() {
  const take = useImport();
  return (
    <FilesButton
      label="Files to import"
      hint="Exported JSON or HTML, perf_analyzer's CSV, or results of vllm bench serve or AIPerf."
      accept=".json,.jsonl,.html,.csv"
      multiple
      onFiles={(files) => void take(files)}
    >
      Import
    </FilesButton>
  );
}
