import { useState } from "react";
import { useAction, useRequest } from "../../host/requests.ts";
import { AskFirst } from "../../ui/ask-first.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FolderField } from "../../ui/folder-field.tsx";
import { CHANGED_BY_REPOSITORIES } from "./changed-by-repositories.ts";
import { InterruptedWork, useInterruptedWork } from "./interrupted-work.tsx";
import { OpenRepositoryDialog } from "./open-repository-dialog.tsx";
import { X } from "lucide-react";
import type { RecentRepository } from "../../../main/contract/index.ts";
import { formatAgo } from "../../format/time.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { showError } from "../../ui/toasts.tsx";
import { useNow } from "../../ui/use-now.ts";

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
        {data && <OpenRepositories repositories={data.modelRepositories} />}
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

/** What the embedded engine serves; one of several can be closed. */
function OpenRepositories({ repositories }: { repositories: readonly string[] }) {
  const close = useAction("host.closeRepository", CHANGED_BY_REPOSITORIES);
  const [only, ...others] = repositories;
  if (others.length === 0)
    return (
      <p>
        The embedded engine serves the models in{" "}
        <span className="select-all break-all font-mono text-xs">{only}</span>.
      </p>
    );
  return (
    <>
      <p id="open-repositories">The embedded engine serves the models in:</p>
      <ul aria-labelledby="open-repositories" className="flex flex-col">
        {repositories.map((each) => (
          <li key={each} className="flex items-center gap-3 py-1">
            <span className="min-w-0 flex-1 select-all break-all font-mono text-xs">{each}</span>
            <AskFirst
              title={`Close ${each}?`}
              consequence={<CloseEffect />}
              verb="Close repository"
              onConfirm={() =>
                close.mutate(
                  { folder: each },
                  { onError: (failure) => showError("Repository not closed", failure) },
                )
              }
            >
              {(ask) => (
                <Button aria-label={`Close ${each}`} disabled={close.isPending} onClick={ask}>
                  {close.isPending && close.variables.folder === each ? "Closing…" : "Close…"}
                </Button>
              )}
            </AskFirst>
          </li>
        ))}
      </ul>
    </>
  );
}

function CloseEffect() {
  return (
    <>
      The embedded engine restarts without this repository, on the same ports. It finishes requests
      in progress; files stay as they are.
      <InterruptedWork {...useInterruptedWork()} />
    </>
  );
}

/** Recently opened folders. */
function RecentList({ onOpen }: { onOpen: (folder: string) => void }) {
  const { data, error } = useRequest("repositories.recent", {});
  const forget = useAction("repositories.forget", ["repositories.recent"]);
  const writes = useAction("repositories.allowWrites", ["repositories.recent", "configs.get"]);
  const now = useNow(60_000);
  if (error) return <ErrorNotice title="Can't read the recent repositories" error={error} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="recent-repositories" className="border-line border-t px-4 py-3">
      <h3 id="recent-repositories" className="mb-1 font-semibold">
        Recent repositories
      </h3>
      <ul className="flex flex-col">
        {data.map((each) => (
          <li key={each.folder} className="flex items-center gap-3 py-1">
            <div className="min-w-0 flex-1">
              <span className="break-all font-mono text-xs">{each.folder}</span>
              <span className="ml-2 text-muted text-xs">
                opened {formatAgo(each.openedAt, now)}
              </span>
              {each.writable && (
                <span className="ml-2 text-xs">
                  Configurations may be written to it.{" "}
                  <Button
                    look="quiet"
                    className="h-6 px-1.5 text-xs"
                    aria-label={`Forbid writing to ${each.folder}`}
                    disabled={writes.isPending}
                    onClick={() =>
                      writes.mutate(
                        { folder: each.folder, allowed: false },
                        { onError: (failure) => showError("Can't forbid writing", failure) },
                      )
                    }
                  >
                    Forbid
                  </Button>
                </span>
              )}
              {each.missing !== null && (
                <span className="block text-bad text-xs">{each.missing}</span>
              )}
            </div>
            <State repository={each} onOpen={onOpen} />
            <IconButton
              label={`Remove ${each.folder} from the list`}
              disabled={forget.isPending}
              onClick={() =>
                forget.mutate(
                  { folder: each.folder },
                  { onError: (failure) => showError("Can't remove it from the list", failure) },
                )
              }
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function State({
  repository,
  onOpen,
}: {
  repository: RecentRepository;
  onOpen: (folder: string) => void;
}) {
  const { folder, missing, current } = repository;
  if (current) return <Badge tone="good">Open</Badge>;
  if (missing !== null) return <Badge tone="bad">Missing</Badge>;
  return (
    <Button aria-label={`Open ${folder}`} onClick={() => onOpen(folder)}>
      Open
    </Button>
  );
}
