import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
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
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import type { Finding } from "../../engine/config/index.ts";
import { pbtxtAssist } from "./assist.ts";
import { editorTheme } from "./editor-theme.ts";
import { pbtxtLanguage } from "./pbtxt-language.ts";

export interface EditorHandle {
  /** Selects a range and puts the focus there. */
  jump(from: number, to: number): void;
}

interface CodeEditorProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly findings: readonly Finding[];
  readonly ref?: Ref<EditorHandle>;
}

/** An editor for config.pbtxt. The text stays the caller's; findings are shown where they are. */
export function CodeEditor({ label, text, onChange, onBlur, findings, ref }: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const opening = useRef(text);
  const callbacks = useRef({ onChange, onBlur });
  useEffect(() => {
    callbacks.current = { onChange, onBlur };
  });

  useEffect(() => {
    if (!parent.current) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({ doc: opening.current, extensions: extensions(label, callbacks) }),
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [label]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const end = editor.state.doc.length;
    const diagnostics = findings.map(({ from, to, severity, message }) => ({
      from: Math.min(from, end),
      to: Math.min(to, end),
      severity,
      message,
    }));
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [findings]);

  useImperativeHandle(ref, () => ({
    jump(from, to) {
      view.current?.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.current?.focus();
    },
  }));

  return (
    <div
      ref={parent}
      className="relative isolate h-full min-h-0 after:pointer-events-none after:absolute after:inset-0 after:z-[400] focus-within:after:ring-2 focus-within:after:ring-accent focus-within:after:ring-inset"
    />
  );
}

function extensions(
  label: string,
  callbacks: { readonly current: Pick<CodeEditorProps, "onChange" | "onBlur"> },
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
    editorTheme,
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) callbacks.current.onChange(update.state.doc.toString());
      if (update.focusChanged && !update.view.hasFocus) callbacks.current.onBlur();
    }),
  ];
}
