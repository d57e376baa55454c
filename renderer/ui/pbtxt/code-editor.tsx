import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  redo,
  undo,
} from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import type { Finding, TextEdit } from "../../../engine/config/index.ts";
import { pbtxtAssist } from "./assist.ts";
import { toDiagnostics, fixKeymap } from "./diagnostics.ts";
import { editorTheme } from "./editor-theme.ts";
import { asLines, inLines, ofLines, withLineBreaksFrom } from "./line-breaks.ts";
import { pbtxtLanguage } from "./pbtxt-language.ts";
import { replacement } from "./replacement.ts";
import { reveal, revealMark } from "./reveal-mark.ts";

export interface EditorHandle {
  /** The current text. */
  text(): string;
  /** Edits the text as one step of its history; "typing" joins the previous step at the same place. */
  edit(edits: readonly TextEdit[], how: "typing" | "step"): void;
  undo(): void;
  redo(): void;
  /** Selects a range and focuses the editor. */
  jump(from: number, to: number): void;
  /** Marks a range and scrolls to it; null removes the mark. */
  reveal(range: { from: number; to: number } | null): void;
}

interface CodeEditorProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  /** Called when the cursor moved while the editor has the focus. */
  readonly onCursor: (offset: number) => void;
  readonly findings: readonly Finding[];
  readonly onFix: (finding: Finding) => void;
  readonly ref?: Ref<EditorHandle>;
}

type Callbacks = Pick<CodeEditorProps, "onChange" | "onBlur" | "onCursor" | "onFix">;

/** An editor for config.pbtxt. The caller owns the text; findings are marked in it. */
export function CodeEditor({ label, text, findings, ref, ...rest }: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const leave = useId();
  const view = useRef<EditorView | null>(null);
  const opening = useRef(text);
  /** The editor's content with the text's original line breaks. */
  const current = useRef(text);
  const callbacks = useRef<Callbacks>(rest);
  useEffect(() => {
    callbacks.current = rest;
  });

  useEffect(() => {
    if (!parent.current) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: asLines(opening.current),
        extensions: extensions(label, leave, callbacks, current),
      }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [label, leave]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const changes = replacement(editor.state.doc.toString(), asLines(text));
    current.current = text;
    if (changes) editor.dispatch({ changes, annotations: isolateHistory.of("full") });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const fix = (finding: Finding) => callbacks.current.onFix(finding);
    const { length } = editor.state.doc;
    const place = (offset: number) => Math.min(inLines(current.current, offset), length);
    const diagnostics = toDiagnostics(findings, place, fix);
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [findings]);

  const at = (offset: number) => inLines(current.current, offset);
  useImperativeHandle(ref, () => ({
    text: () => current.current,
    edit(edits, how) {
      view.current?.dispatch({
        changes: edits.map(({ from, to, insert }) => ({ from: at(from), to: at(to), insert })),
        userEvent: how === "typing" ? "input.type" : "input",
        ...(how === "step" ? { annotations: isolateHistory.of("full") } : {}),
      });
    },
    undo: () => void (view.current && undo(view.current)),
    redo: () => void (view.current && redo(view.current)),
    jump(from, to) {
      view.current?.dispatch({
        selection: { anchor: at(from), head: at(to) },
        effects: EditorView.scrollIntoView(at(from), { y: "center" }),
      });
      view.current?.focus();
    },
    reveal: (range) =>
      view.current && reveal(view.current, range && { from: at(range.from), to: at(range.to) }),
  }));

  return (
    <div
      ref={parent}
      // Popups over the text must also cover the panel next to it.
      className="group relative isolate z-20 h-full min-h-0 after:pointer-events-none after:absolute after:inset-0 after:z-[400] focus-within:after:ring-2 focus-within:after:ring-accent focus-within:after:ring-inset"
    >
      <p
        id={leave}
        className="pointer-events-none absolute right-3 bottom-1 z-[5] rounded bg-raised px-1.5 text-muted text-xs opacity-0 group-focus-within:opacity-100"
      >
        <kbd>Esc</kbd>, then <kbd>Tab</kbd> leaves the editor
      </p>
    </div>
  );
}

function extensions(
  label: string,
  describedBy: string,
  callbacks: { readonly current: Callbacks },
  text: { current: string },
) {
  return [
    lineNumbers(),
    lintGutter(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    history(),
    indentOnInput(),
    indentUnit.of("  "),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    pbtxtLanguage(),
    pbtxtAssist(),
    revealMark(),
    editorTheme,
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-describedby": describedBy,
      tabindex: "0",
    }),
    keymap.of([
      ...fixKeymap,
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      const { onChange, onBlur, onCursor } = callbacks.current;
      if (update.docChanged) {
        text.current = withLineBreaksFrom(text.current, update.state.doc.toString());
        onChange(text.current);
      }
      if (update.focusChanged && !update.view.hasFocus) onBlur();
      const moved = update.selectionSet || update.docChanged || update.focusChanged;
      if (moved && update.view.hasFocus)
        onCursor(ofLines(text.current, update.state.selection.main.head));
    }),
  ];
}
