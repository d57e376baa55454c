import { useState } from "react";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { FolderField } from "../ui/folder-field.tsx";
import { tellSuccess } from "../ui/toasts.tsx";

/** The folder whose models the embedded engine serves, and the way to open another one. */
export function RepositoryCard() {
  const { data } = useRequest("host.info", {});
  const [folder, setFolder] = useState("");
  const open = useAction("host.openRepository", ["host.info", "configs.get", "models.detail"]);
  const submit = () =>
    open.mutate(
      { folder: folder.trim() },
      {
        onSuccess: ({ modelRepository }) => {
          tellSuccess("The embedded engine starts on it", modelRepository);
          setFolder("");
        },
      },
    );
  return (
    <Card title="Model repository">
      <form
        className="flex flex-col gap-3 px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {data && (
          <p>
            The embedded engine serves the models of{" "}
            <span className="select-all break-all font-mono text-xs">{data.modelRepository}</span>.
          </p>
        )}
        <FolderField
          label="Open repository folder"
          help="A folder with one folder for each model, on the machine the console's host runs on. The engine finishes what it has accepted and starts anew."
          title="Open a model repository"
          value={folder}
          onChange={setFolder}
        />
        {open.error && <ErrorNotice title="The folder was not opened" error={open.error} />}
        <div>
          <Button type="submit" look="primary" disabled={folder.trim() === "" || open.isPending}>
            {open.isPending ? "Opening…" : "Open"}
          </Button>
        </div>
      </form>
    </Card>
  );
}
