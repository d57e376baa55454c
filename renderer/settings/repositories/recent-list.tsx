import { X } from "lucide-react";
import type { RecentRepository } from "../../../main/contract/index.ts";
import { formatAgo } from "../../format/time.ts";
import { useAction, useRequest } from "../../host/requests.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { showError } from "../../ui/toasts.tsx";
import { useNow } from "../../ui/use-now.ts";

/** Recently opened folders. */
export function RecentList({ onOpen }: { onOpen: (folder: string) => void }) {
  const { data, error } = useRequest("repositories.recent", {});
  const forget = useAction("repositories.forget", ["repositories.recent"]);
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
