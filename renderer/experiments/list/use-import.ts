import { useNavigate } from "@tanstack/react-router";
import { useAction } from "../../host/requests.ts";
import { showError, showSuccess } from "../../ui/toasts.tsx";

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

interface Source<T> {
  readonly file: T;
  /** AIPerf's records of the run that `file` is the summary of. */
  readonly records: T | null;
}

/** AIPerf writes NAME_aiperf.json and NAME.jsonl next to each other; chosen together they are one experiment. */
function pairFiles<T extends { readonly name: string }>(files: readonly T[]): Source<T>[] {
  const recordsOf = (summary: T): T | null => {
    const name = /^(.*)_aiperf\.json$/i.exec(summary.name)?.[1];
    return files.find((each) => name !== undefined && each.name === `${name}.jsonl`) ?? null;
  };
  const records = new Set(files.map(recordsOf));
  return files
    .filter((file) => !records.has(file))
    .map((file) => ({ file, records: recordsOf(file) }));
}
