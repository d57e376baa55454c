import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { readMarkdown } from "./markdown.ts";
import { MarkdownView } from "./markdown-view.tsx";
import { rulePage } from "./rule-pages.ts";

/** A rule's page: meaning, reasons and sources. Pages link to each other. */
export function RulePage({ rule, onClose }: { rule: string; onClose: () => void }) {
  const [shown, setShown] = useState(rule);
  const { data, isPending } = useQuery({
    queryKey: ["rule page", shown],
    queryFn: () => rulePage(shown),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const blocks = useMemo(() => readMarkdown(data ?? ""), [data]);
  const [first] = blocks;
  const named = first?.kind === "heading" && first.level === 1;
  const title = named ? first.inline.map(({ text }) => text).join("") : `Rule ${shown}`;
  return (
    <Dialog open onClose={onClose} title={title} size="medium">
      {isPending && <p className="text-muted">Reading…</p>}
      {data === null && <p className="text-muted">There is no page about {shown}.</p>}
      <MarkdownView blocks={named ? blocks.slice(1) : blocks} onRule={setShown} />
    </Dialog>
  );
}
