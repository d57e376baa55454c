import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Finding } from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { useCommands } from "../host/commands/command-context.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Notice } from "../ui/notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { ApplyDialog } from "./apply-dialog.tsx";
import { useBatchingHint } from "./batching-hint.ts";
import { CodeEditor, type EditorHandle } from "../ui/pbtxt/code-editor.tsx";
import { ConfigViewProvider } from "./config-view.ts";
import { ConfigTools } from "./config-tools.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { DraftBar } from "./draft-bar.tsx";
import { useEnsembleFindings } from "./graph/use-ensemble-findings.ts";
import { OverrideNotice } from "./override-notice.tsx";
import { paneChoices, Panes, paneValues } from "./panes.tsx";
import { Problems } from "../ui/pbtxt/problems.tsx";
import { RefusedNotice } from "./refused-notice.tsx";
import { useRemembered } from "./remembered.ts";
import { serverFindings } from "./server-findings.ts";
import { useAnalysis, useCheckOptions } from "./use-analysis.ts";
import { useDraft, useJumpToFault, useLoadFindings, useMadeView } from "./use-workbench.ts";

const none: readonly Finding[] = [];

/** Whether a server's finding isn't already known. */
function isNewTo(found: readonly Finding[]) {
  return ({ from, message }: Finding) =>
    !found.some((each) => each.from === from && each.message === message);
}

type OpenDialog = "apply" | "conflict" | "elsewhere" | "discard" | null;

export function Workbench({ config }: { config: ConfigState }) {
  const { serverId, model } = config;
  const queries = useQueryClient();
  const [draft, state] = useDraft(config);
  const { text } = state;
  const [open, setOpen] = useState<OpenDialog>(null);
  const [refused, setRefused] = useState<{ text: string; findings: readonly Finding[] } | null>(
    null,
  );
  const editor = useRef<EditorHandle>(null);

  const [shown, setShown] = useRemembered("config.panes", paneValues, "both");
  const options = useCheckOptions(config);
  const [analysis, readNow] = useAnalysis(text, options);
  const fromServer = refused?.text === text ? refused.findings : none;
  const composed = useEnsembleFindings(serverId, model, analysis);
  const fromLoad = useLoadFindings(config, text, analysis.findings);
  const findings = useMemo(
    () => [
      ...[...fromServer, ...fromLoad].filter(isNewTo(analysis.findings)),
      ...analysis.findings,
      ...composed,
    ],
    [fromServer, fromLoad, analysis.findings, composed],
  );
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const outdated = state.save !== "same" && state.baseEtag !== config.etag;
  const batching = useBatchingHint(analysis, findings);
  // The notice above the text shows this advice, so the form and the list don't repeat it.
  const listed = useMemo(
    () => findings.filter((finding) => finding !== batching.advice),
    [findings, batching.advice],
  );

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
    follow(applied);
  };
  /** Called when something else than the draft was applied: a draft is kept. */
  const follow = (applied: ConfigState) => {
    queries.setQueryData(["configs.get", { serverId, model }], applied);
    setRefused(null);
    setOpen(null);
  };

  const [view, onCursor] = useMadeView({
    config,
    options,
    analysis,
    findings: listed,
    editor,
    readNow,
    follow,
  });

  useJumpToFault(findings, (fault) => {
    if (shown === "panels") setShown("both");
    view.jump(fault);
  });

  return (
    <ConfigViewProvider value={view}>
      <div className="flex h-[max(34rem,calc(100dvh-11.5rem))] flex-col gap-4">
        {batching.offered && (
          <Notice
            tone="accent"
            title={`${model} runs each request by itself`}
            actions={
              <Button
                disabled={!batching.advice}
                onClick={() => batching.advice && view.fix(batching.advice)}
              >
                Turn on dynamic batching
              </Button>
            }
          >
            With dynamic batching, requests that wait at the same time run as one batch. This adds
            it to the draft with a queue limit. Review and apply it afterwards.
          </Notice>
        )}
        <OverrideNotice config={config} onApplied={follow} />
        {outdated && (
          <Notice
            tone="warn"
            title="The configuration changed since this draft was started"
            actions={<Button onClick={() => setOpen("conflict")}>Show the difference</Button>}
          />
        )}
        {state.elsewhere && !outdated && (
          <Notice
            tone="warn"
            title="Another window has a draft of this configuration, too"
            actions={<Button onClick={() => setOpen("elsewhere")}>Show the difference</Button>}
          >
            Neither overwrites the other: yours is kept in this browser until you choose.
          </Notice>
        )}
        {fromServer.length > 0 && (
          <RefusedNotice config={config}>{fromServer[0]?.message}</RefusedNotice>
        )}
        <Card
          title="config.pbtxt"
          className="isolate flex min-h-112 flex-1 flex-col"
          aside={
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <Segmented label="Panes" options={paneChoices} value={shown} onPick={setShown} />
              <DraftBar state={state} onDiscard={() => setOpen("discard")} onReview={review} />
            </span>
          }
        >
          <Panes
            shown={shown}
            text={
              <CodeEditor
                ref={editor}
                label={`Configuration of ${model}`}
                text={text}
                findings={findings}
                onChange={(next) => draft.edit(next)}
                onBlur={() => draft.flush()}
                onCursor={onCursor}
                onFix={view.fix}
              />
            }
          />
          <Problems
            findings={listed}
            none={batching.offered ? "No other problems found." : undefined}
            onJump={(finding) => {
              if (shown === "panels") setShown("both");
              view.jump(finding);
            }}
            onFix={view.fix}
          />
        </Card>
        <ConfigTools config={config} text={text} />
      </div>

      {open === "apply" && (
        <ApplyDialog
          config={config}
          text={text}
          baseEtag={state.baseEtag}
          over={draft.over()}
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
          baseEtag={state.baseEtag}
          onKeep={(merged) => {
            draft.edit(merged);
            draft.rebase();
            setOpen(merged === config.text ? null : "apply");
          }}
          onDiscard={() => {
            draft.discard();
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "elsewhere" && state.elsewhere && (
        <ConflictDialog
          draft
          config={{ ...config, text: state.elsewhere.text }}
          text={text}
          baseEtag={state.baseEtag}
          onKeep={(merged) => {
            draft.settle(merged);
            setOpen(null);
          }}
          onDiscard={() => {
            draft.settle(state.elsewhere?.text ?? text);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      <Confirm
        open={open === "discard"}
        title={`Discard draft of ${model}?`}
        verb="Discard draft"
        onConfirm={() => draft.discard()}
        onClose={() => setOpen(null)}
      >
        The editor shows the active configuration again. Your changes are lost.
      </Confirm>
    </ConfigViewProvider>
  );
}
