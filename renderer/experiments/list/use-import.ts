import { useNavigate } from "@tanstack/react-router";
import { useAction } from "../../host/requests.ts";
import { showError, showSuccess } from "../../ui/toasts.tsx";

/** Takes in files that were exported here, or perf_analyzer's CSV; a single one is opened. */
export function useImport() {
  const take = useAction("lab.import", ["lab.list"]);
  const navigate = useNavigate();
  return async (files: readonly File[]) => {
    for (const file of files) {
      try {
        const { id } = await take.mutateAsync({
          fileName: file.name,
          content: await file.text(),
        });
        showSuccess(`${file.name} was imported`);
        if (files.length === 1) {
          await navigate({ to: "/experiments/$id", params: { id: String(id) } });
        }
      } catch (error) {
        showError(`${file.name} was not imported.`, error);
      }
    }
  };
}
