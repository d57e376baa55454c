import { useNavigate } from "@tanstack/react-router";
import { useAction } from "../../host/requests.ts";
import { showError, showSuccess } from "../../ui/toasts.tsx";
import { pairFiles } from "./pair-files.ts";

/** Imports files that were exported here or by another load tool; a single one is opened. */
export function useImport() {
  const take = useAction("lab.import", ["lab.list"]);
  const navigate = useNavigate();
  return async (files: readonly File[]) => {
    const sources = pairFiles(files);
    for (const { file, records } of sources) {
      try {
        const { id } = await take.mutateAsync({
          ...(await read(file)),
          ...(records && { records: await read(records) }),
        });
        showSuccess(`${file.name} was imported`);
        if (sources.length === 1) {
          await navigate({ to: "/experiments/$id", params: { id: String(id) } });
        }
      } catch (error) {
        showError(`${file.name} was not imported.`, error);
      }
    }
  };
}

const read = async (file: File) => ({ fileName: file.name, content: await file.text() });
