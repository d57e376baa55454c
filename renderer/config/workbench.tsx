import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { checkText, type Finding, type ModelFileSignature } from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { useCommands } from "../shell/command-context.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Notice } from "../ui/notice.tsx";
import { ApplyDialog } from "./apply-dialog.tsx";
import { couldBatch, withBatching } from "./batching-hint.ts";
import { CodeEditor, type EditorHandle } from "./code-editor.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { DraftBar } from "./draft-bar.tsx";
import { History } from "./history.tsx";
import { Problems } from "./problems.tsx";
import { serverFindings } from "./server-findings.ts";
import { useDraft } from "./use-draft.ts";

const none: readonly Finding[] = [];

type OpenDialog = "apply" | "conflict" | "discard" | null;

export function Workbench({ config }: { config: ConfigState }) {
  const { serverId, model, signature } = config;
  const queries = useQueryClient();
  const [draft, state] = useDraft(config);
  const { text } = state;
  const [open, setOpen] = useState<OpenDialog>(null);
  const [refused, setRefused] = useState<{ text: string; findings: readonly Finding[] } | null>(
    null,
  );
  const editor = useRef<EditorHandle>(null);

  const checked = useDeferredValue(text);
  const own = useMemo(
    () =>
      checkText(checked, {
        modelName: model,
        ...(signature ? { signature: signature as ModelFileSignature } : {}),
      }),
    [checked, model, signature],
  );
  const fromServer = refused?.text === text ? refused.findings : none;
  const findings = useMemo(() => [...fromServer, ...own], [fromServer, own]);
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const outdated = state.save !== "same" && state.baseEtag !== config.etag;
  const canBatch = useMemo(() => couldBatch(checked), [checked]);

  const review = () => {
    draft.flush();
    setOpen(outdated ? "conflict" : "apply");
  };
  const changed = state.save !== "same";
  useCommands(
    useMemo(
      () => [
        {
          id: "config.apply",
          title: "Review and apply the draft",
          group: "Configuration",
          keys: "Ctrl+S",
          run: () => changed && setOpen(outdated ? "conflict" : "apply"),
        },
      ],
      [changed, outdated],
    ),
  );
  const adopt = (applied: ConfigState) => {
    draft.adopt(applied);
    queries.setQueryData(["configs.get", { serverId, model }], applied);
    setRefused(null);
    setOpen(null);
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_19rem] items-start gap-4">
      <div className="flex min-w-0 flex-col gap-4">
        {canBatch && (
          <Notice
            tone="accent"
            title={`${model} runs each request by itself`}
            actions={
              <Button onClick={() => draft.edit(withBatching(text))}>
                Turn on dynamic batching
              </Button>
            }
          >
            With dynamic batching, requests that wait at the same time run as one batch. This adds
            it to the draft; you review and apply it.
          </Notice>
        )}
        {outdated && (
          <Notice
            tone="warn"
            title="The configuration changed since this draft was begun"
            actions={<Button onClick={() => setOpen("conflict")}>Show the difference</Button>}
          />
        )}
        {fromServer.length > 0 && (
          <Notice tone="bad" title="The server refused this text; the model serves as before">
            {fromServer[0]?.message}
          </Notice>
        )}
        <Card
          title="config.pbtxt"
          aside={<DraftBar state={state} onDiscard={() => setOpen("discard")} onReview={review} />}
        >
          <div className="h-[max(20rem,calc(100dvh-27rem))]">
            <CodeEditor
              ref={editor}
              label={`Configuration of ${model}`}
              text={text}
              findings={findings}
              onChange={(next) => draft.edit(next)}
              onBlur={() => draft.flush()}
            />
          </div>
          <Problems
            findings={findings}
            onJump={(finding) => editor.current?.jump(finding.from, finding.to)}
          />
        </Card>
        <p className="select-all truncate font-mono text-muted text-xs">{config.path}</p>
      </div>
      <History config={config} onReverted={adopt} />

      {open === "apply" && (
        <ApplyDialog
          config={config}
          text={text}
          baseEtag={state.baseEtag}
          errors={errors}
          onApplied={adopt}
          onRefused={(error) => setRefused({ text, findings: serverFindings(error, text) })}
          onConflict={() => {
            void queries
              .invalidateQueries({ queryKey: ["configs.get"] })
              .then(() => setOpen("conflict"));
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "conflict" && (
        <ConflictDialog
          config={config}
          text={text}
          onKeep={() => {
            draft.rebase();
            setOpen("apply");
          }}
          onDiscard={() => {
            draft.discard();
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      <Confirm
        open={open === "discard"}
        title={`Discard the draft of ${model}?`}
        verb="Discard"
        onConfirm={() => draft.discard()}
        onClose={() => setOpen(null)}
      >
        The text goes back to the configuration in force. What was typed is gone.
      </Confirm>
    </div>
  );
}
