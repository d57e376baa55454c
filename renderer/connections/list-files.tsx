import { Download } from "lucide-react";
import type { RequestResult } from "../../main/contract/index.ts";
import { count } from "../format/text.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { FilesButton } from "../ui/files-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { saveFile } from "../ui/save-file.ts";
import { showError, showSuccess } from "../ui/toasts.tsx";

export type Imported = RequestResult<"servers.import">;

/** Exports all connections to a file without secrets. */
export function ExportButton() {
  const write = useAction("servers.export");
  const save = () =>
    write.mutate(
      {},
      {
        onSuccess: ({ text }) => {
          const fileName = "batchdeck-connections.json";
          saveFile({ fileName, mediaType: "application/json", content: text });
          showSuccess("Connections exported", "Secrets are not in the file.");
        },
        onError: (error) => showError("The connections were not exported.", error),
      },
    );
  return (
    <Button
      disabled={write.isPending}
      data-hint="Addresses and how they are reached, without secrets."
      onClick={save}
    >
      <Download aria-hidden="true" />
      Export
    </Button>
  );
}

/** Imports connections from such a file. */
export function ImportButton({ onImported }: { onImported: (what: Imported) => void }) {
  const read = useAction("servers.import", ["servers.connection"]);
  const take = async (file: File) => {
    try {
      onImported(await read.mutateAsync({ text: await file.text() }));
    } catch (error) {
      showError(`${file.name} was not imported.`, error);
    }
  };
  return (
    <FilesButton
      label="Connections to import"
      hint="A file exported by a console. Existing connections are not changed."
      accept=".json,application/json"
      disabled={read.isPending}
      onFiles={([file]) => file && void take(file)}
    >
      Import
    </FilesButton>
  );
}

/** The result of an import, with the connections that need a secret. */
export function ImportedNotice({ what, onClose }: { what: Imported; onClose: () => void }) {
  const { added, known, withoutSecrets } = what;
  const waits = withoutSecrets.length > 0;
  const title = [
    added === 0 ? "No connections added" : `${count(added, "connection")} added`,
    known > 0 && `${known} known already`,
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <Notice
      tone={waits ? "warn" : "good"}
      title={title}
      actions={
        <Button look="quiet" onClick={onClose}>
          Dismiss
        </Button>
      }
    >
      {waits &&
        `The file has no secrets. Choose Edit to enter or confirm those of ${new Intl.ListFormat("en").format(withoutSecrets)}.`}
    </Notice>
  );
}
