import { useEffect, useState, useSyncExternalStore, type RefObject, useMemo, useRef } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { Draft, type DraftState } from "./draft.ts";
import {
  type CheckTextOptions,
  type Finding,
  getRange,
  pathAt,
} from "../../engine/config/index.ts";
import { type Analysis, analyse } from "./analysis.ts";
import type { EditorHandle } from "../ui/pbtxt/code-editor.tsx";
import type { ConfigView } from "./config-view.ts";
import { PathMark } from "./path-mark.ts";
import { StatusError } from "../../base/status-error.ts";
import { useOverview } from "../host/topics.ts";
import { serverFindings } from "./server-findings.ts";
import { useSearch } from "@tanstack/react-router";

/** The draft of a model's configuration; saved however the page is left. */
export function useDraft(config: ConfigState): [Draft, DraftState] {
  const { client } = useHost();
  const [draft] = useState(() => new Draft(client, config));
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  useEffect(() => draft.follow(config), [draft, config]);
  useEffect(() => {
    const flush = () => draft.flush();
    window.addEventListener("pagehide", flush);
    window.addEventListener("blur", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("blur", flush);
      flush();
    };
  }, [draft]);
  return [draft, state];
}

/** The cursor's path is looked up after it rests this long. */
const LOOK_UP_AFTER_MS = 150;

interface ViewOptions {
  readonly config: ConfigState;
  readonly options: CheckTextOptions;
  readonly analysis: Analysis;
  readonly findings: readonly Finding[];
  readonly editor: RefObject<EditorHandle | null>;
  readonly readNow: (text: string) => void;
  readonly follow: (config: ConfigState) => void;
}

/** The panels' view of the text, and a function to call with the cursor's position. */
export function useMadeView(of: ViewOptions): [ConfigView, onCursor: (at: number) => void] {
  const { config, options, analysis, findings, editor, readNow, follow } = of;
  const [mark] = useState(() => new PathMark());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const followLast = useRef(follow);
  useEffect(() => {
    followLast.current = follow;
  });
  const view = useMemo((): ConfigView => {
    const { text, parsed, readable } = analysis;
    const change = (work: (editor: EditorHandle) => void) => {
      if (!editor.current) return;
      work(editor.current);
      readNow(editor.current.text());
    };
    return {
      config,
      text,
      parsed,
      readable,
      findings,
      mark,
      edit: (make, how = "step") =>
        change((of) => {
          const edits = make(of.text());
          if (edits.length > 0) of.edit(edits, how);
        }),
      fix: (finding) =>
        change((of) => of.edit(fixFor(finding, analysis, of.text(), options), "step")),
      reveal(path) {
        const now = editor.current?.text();
        if (now !== undefined) editor.current?.reveal(getRange(now, path) ?? null);
      },
      jump: ({ from, to }) => editor.current?.jump(from, to),
      undo: () => change((of) => of.undo()),
      redo: () => change((of) => of.redo()),
      follow: (applied) => followLast.current(applied),
    };
  }, [config, options, analysis, findings, mark, editor, readNow]);
  const onCursor = (at: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const text = editor.current?.text();
      if (text !== undefined) mark.set(pathAt(text, at));
    }, LOOK_UP_AFTER_MS);
  };
  return [view, onCursor];
}

/** A finding's edits; computed again if the text changed since it was found. */
function fixFor(finding: Finding, analysis: Analysis, text: string, options: CheckTextOptions) {
  if (text === analysis.text) return finding.fix?.edits ?? [];
  const same = analyse(text, options).findings.find(
    ({ id, message }) => id === finding.id && message === finding.message,
  );
  return same?.fix?.edits ?? [];
}

const none: readonly Finding[] = [];

/** Findings for the server's load error, unless the text's own errors explain it. */
export function useLoadFindings(
  { serverId, model, text: active }: ConfigState,
  text: string,
  found: readonly Finding[],
): readonly Finding[] {
  const reason = useOverview(serverId)?.models.find(({ name }) => name === model)?.reason ?? null;
  const isExplained = found.some(({ severity }) => severity === "error");
  return useMemo(
    () =>
      reason === null || text !== active || isExplained
        ? none
        : serverFindings(new StatusError("INVALID_ARGUMENT", reason), text),
    [reason, text, active, isExplained],
  );
}

/** Jumps to the first error, once for each value of the address's `fix`. */
export function useJumpToFault(findings: readonly Finding[], jump: (fault: Finding) => void): void {
  const { fix } = useSearch({ strict: false });
  const done = useRef<number>(undefined);
  const fault = findings.find(({ severity }) => severity === "error");
  useEffect(() => {
    if (fix === undefined || fix === done.current || !fault) return;
    done.current = fix;
    jump(fault);
  });
}
