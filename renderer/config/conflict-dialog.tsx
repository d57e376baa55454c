import { useMemo, useState } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { compareTexts, type Hunk, type Side } from "./merge.ts";
import { TextDiff } from "../ui/pbtxt/text-diff.tsx";

interface ConflictDialogProps {
  /** The current state. */
  readonly config: ConfigState;
  readonly text: string;
  /** Etag of the text that the draft is based on. */
  readonly baseEtag: string;
  /** Called with the merged text, which becomes the draft based on the active configuration. */
  readonly onKeep: (merged: string) => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
  /** The other text is another window's draft rather than the active configuration. */
  readonly draft?: boolean;
}

const sides: readonly { value: Side; label: string }[] = [
  { value: "theirs", label: "Theirs" },
  { value: "mine", label: "Mine" },
];

const who: Record<Hunk["changedBy"], string> = {
  theirs: "changed by them",
  mine: "changed by you",
  both: "changed by both",
};

/** Resolves a conflict with a configuration that changed since the draft was started: each difference is chosen from one side. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { config, text, baseEtag, onKeep, onDiscard, onClose, draft = false } = props;
  const base = config.history.find(({ etag }) => etag === baseEtag)?.text ?? null;
  const comparison = useMemo(
    () => compareTexts(config.text, text, base),
    [config.text, text, base],
  );
  const [picked, setPicked] = useState<readonly (Side | undefined)[]>([]);
  const chosen = comparison.hunks.map(
    (hunk, i): Side => picked[i] ?? (hunk.changedBy === "theirs" ? "theirs" : "mine"),
  );
  const merged = comparison.merged(chosen);
  const pick = (at: number, side: Side) =>
    setPicked(chosen.map((now, i) => (i === at ? side : now)));
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      begin="content"
      title={
        draft
          ? `${config.model}: another window has a draft, too`
          : `${config.model}: the configuration changed since this draft was begun`
      }
      description={
        draft
          ? "Both drafts are kept until you choose one. Nothing has been applied."
          : `${where(config)} changed since you started the draft. Choose which changes to keep. Nothing has been applied.`
      }
      actions={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button look="danger" onClick={onDiscard}>
            {draft ? "Take the other draft" : "Discard the draft"}
          </Button>
          <Button look="primary" onClick={() => onKeep(merged)}>
            {merged === text ? "Keep the draft" : "Keep this"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {comparison.hunks.length > 0 && (
          <section aria-label="Differences" className="flex flex-col gap-2">
            <div className="flex items-center justify-between gap-2">
              <h3 className="font-semibold">
                {comparison.hunks.length}{" "}
                {comparison.hunks.length === 1 ? "difference" : "differences"}
              </h3>
              <span className="flex gap-1">
                <Button look="quiet" onClick={() => setPicked(chosen.map(() => "theirs"))}>
                  All theirs
                </Button>
                <Button look="quiet" onClick={() => setPicked(chosen.map(() => "mine"))}>
                  All mine
                </Button>
              </span>
            </div>
            <ul
              aria-label="Change to keep"
              // Focusable, since it scrolls.
              tabIndex={0}
              className="max-h-56 overflow-auto rounded-md border border-line"
            >
              {comparison.hunks.map((hunk, i) => (
                <li
                  key={`${hunk.line} ${hunk.theirs} ${hunk.mine}`}
                  className="grid grid-cols-[minmax(0,1fr)_11rem_minmax(0,1fr)] items-center gap-3 border-line border-b px-3 py-1.5 last:border-b-0"
                >
                  <Excerpt text={hunk.theirs} chosen={chosen[i] === "theirs"} />
                  <span className="flex flex-col items-center text-center">
                    <span className="text-muted text-xs">
                      Line {hunk.line}, {who[hunk.changedBy]}
                    </span>
                    <Segmented
                      label={`Line ${hunk.line}: whose`}
                      options={sides}
                      value={chosen[i] ?? "mine"}
                      onPick={(side) => pick(i, side)}
                    />
                  </span>
                  <Excerpt text={hunk.mine} chosen={chosen[i] === "mine"} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <TextDiff
          before={config.text}
          after={merged}
          labels={[`Theirs: ${describeActiveConfig(config)}`, "Your draft after this"]}
        />
      </div>
    </Dialog>
  );
}

function Excerpt({ text, chosen }: { text: string; chosen: boolean }) {
  return (
    <pre
      className={
        chosen
          ? "overflow-hidden whitespace-pre-wrap break-all font-mono text-xs"
          : "overflow-hidden whitespace-pre-wrap break-all font-mono text-muted text-xs line-through"
      }
    >
      {text === "" ? "(nothing)" : text}
    </pre>
  );
}

function where({ path, overriddenFile }: ConfigState): string {
  if (path === "") return "Served by the server";
  return overriddenFile === null ? path : "Active override";
}

function describeActiveConfig({ path, overriddenFile, store }: ConfigState): string {
  if (path === "") return "served now";
  if (overriddenFile !== null) return "the active override";
  return store ? "in the store now" : "on disk now";
}
