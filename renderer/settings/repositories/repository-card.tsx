import { useState } from "react";
import { useRequest } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FolderField } from "../../ui/folder-field.tsx";
import { OpenRepositoryDialog } from "./open-repository-dialog.tsx";
import { RecentList } from "./recent-list.tsx";

/** The folder whose models the embedded engine serves, and a button to open another one. */
export function RepositoryCard() {
  const { data } = useRequest("host.info", {});
  const [folder, setFolder] = useState("");
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Card title="Model repository">
      <form
        className="flex flex-col gap-3 px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (folder.trim() !== "") setAsked(folder.trim());
        }}
      >
        {data && (
          <p>
            The embedded engine serves the models in{" "}
            <span className="select-all break-all font-mono text-xs">{data.modelRepository}</span>.
          </p>
        )}
        <FolderField
          label="Repository folder"
          help="One folder per model, on the machine the console's host runs on, or the URL of one in an object store: s3://, gs://, as://. It is checked before anything changes."
          title="Open model repository"
          value={folder}
          onChange={setFolder}
        />
        <div>
          <Button type="submit" look="primary" disabled={folder.trim() === ""}>
            Open repository…
          </Button>
        </div>
      </form>
      <RecentList onOpen={setAsked} />
      {asked !== null && (
        <OpenRepositoryDialog
          key={asked}
          folder={asked}
          onOpened={() => {
            setAsked(null);
            setFolder("");
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}
