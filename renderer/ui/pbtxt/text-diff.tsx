import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { editorTheme } from "./editor-theme.ts";
import { pbtxtLanguage } from "./pbtxt-language.ts";

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
  /** Labels of the two sides. */
  readonly labels: readonly [before: string, after: string];
}

function side(doc: string, label: string) {
  return {
    doc,
    extensions: [
      lineNumbers(),
      pbtxtLanguage(),
      editorTheme,
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    ],
  };
}

/** Two texts side by side; unchanged parts are collapsed. */
export function TextDiff({ before, after, labels }: TextDiffProps) {
  const parent = useRef<HTMLDivElement>(null);
  const [left, right] = labels;
  useEffect(() => {
    if (!parent.current) return;
    const view = new MergeView({
      parent: parent.current,
      a: side(before, left),
      b: side(after, right),
      collapseUnchanged: { margin: 3, minSize: 4 },
      gutter: true,
    });
    return () => view.destroy();
  }, [before, after, left, right]);
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <div className="grid grid-cols-2 border-line border-b bg-sunken text-muted text-xs">
        <div className="px-3 py-1">{left}</div>
        <div className="px-3 py-1">{right}</div>
      </div>
      {before === after && <p className="px-3 py-2 text-muted">No differences.</p>}
      <div ref={parent} className="max-h-[45vh] overflow-auto" />
    </div>
  );
}
