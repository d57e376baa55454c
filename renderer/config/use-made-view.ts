import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import {
  type CheckTextOptions,
  type Finding,
  getRange,
  pathAt,
} from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { type Analysis, analyse } from "./analysis.ts";
import type { EditorHandle } from "../ui/pbtxt/code-editor.tsx";
import type { ConfigView } from "./config-view.ts";
import { PathMark } from "./path-mark.ts";

/** The place in the text is looked up once its cursor rests this long. */
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

/** The panels' view of the text, and how to tell it the text's cursor. */
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

/** A finding's edits; made again where the text continued since it was found. */
function fixFor(finding: Finding, analysis: Analysis, text: string, options: CheckTextOptions) {
  if (text === analysis.text) return finding.fix?.edits ?? [];
  const same = analyse(text, options).findings.find(
    ({ id, message }) => id === finding.id && message === finding.message,
  );
  return same?.fix?.edits ?? [];
}
