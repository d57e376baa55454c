import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { Experiment } from "../../../main/contract/index.ts";
import { useAction } from "../../host/requests.ts";
import { Badge } from "../../ui/badge.tsx";
import { showError } from "../../ui/toasts.tsx";

const MOST = 20;

/** An experiment's tags, which can be added and removed. */
export function Tags({ experiment }: { experiment: Experiment }) {
  const { id, tags } = experiment;
  const [typed, setTyped] = useState<string | null>(null);
  const update = useAction("lab.update", ["lab.get", "lab.list"]);
  const set = (next: readonly string[]) =>
    update.mutate(
      { id, tags: [...next] },
      { onError: (error) => showError("Can't change the tags.", error) },
    );
  const add = () => {
    const tag = typed?.trim() ?? "";
    setTyped(null);
    if (tag !== "" && !tags.includes(tag)) set([...tags, tag]);
  };
  return (
    <span className="flex flex-wrap items-center gap-1">
      {tags.map((tag) => (
        <Badge key={tag}>
          {tag}
          <button
            type="button"
            aria-label={`Remove the tag ${tag}`}
            className="hover:text-ink"
            onClick={() => set(tags.filter((each) => each !== tag))}
          >
            <X aria-hidden="true" />
          </button>
        </Badge>
      ))}
      {typed !== null && (
        <input
          // The button that was pressed became this field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-label="New tag"
          maxLength={40}
          className="h-6 w-28 rounded border border-line-strong bg-surface px-1.5 text-xs"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key === "Enter") add();
            if (event.key === "Escape") setTyped(null);
          }}
        />
      )}
      {typed === null && tags.length < MOST && (
        <button
          type="button"
          className="inline-flex items-center gap-0.5 rounded px-1 text-muted text-xs hover:bg-hover hover:text-ink"
          onClick={() => setTyped("")}
        >
          <Plus aria-hidden="true" className="size-3" />
          tag
        </button>
      )}
    </span>
  );
}
