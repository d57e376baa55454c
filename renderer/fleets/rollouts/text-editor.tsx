import { useRef } from "react";
import { applyEdits, type Finding } from "../../../engine/config/index.ts";
import { CodeEditor, type EditorHandle } from "../../ui/pbtxt/code-editor.tsx";
import { Problems } from "../../ui/pbtxt/problems.tsx";
import type { Findings } from "./use-findings.ts";

interface TextEditorProps {
  readonly model: string;
  readonly text: string;
  readonly findings: Findings;
  readonly onText: (text: string) => void;
}

const ignore = () => {};

/** The configuration editor for a text that isn't a draft, with findings marked and listed. */
export function TextEditor({ model, text, findings, onText }: TextEditorProps) {
  const { all, fresh } = findings;
  const editor = useRef<EditorHandle>(null);
  const fix = (finding: Finding) => {
    if (finding.fix && fresh) onText(applyEdits(text, finding.fix.edits));
  };
  return (
    <div
      className="flex h-80 flex-col overflow-hidden rounded-md border border-line-strong bg-surface"
      // Escape leaves the editor without closing the dialog.
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
      role="presentation"
    >
      <div className="min-h-0 flex-1">
        <CodeEditor
          ref={editor}
          label={`Configuration of ${model}`}
          text={text}
          findings={fresh ? all : []}
          onChange={onText}
          onBlur={ignore}
          onCursor={ignore}
          onFix={fix}
        />
      </div>
      {text.trim() !== "" && (
        <Problems
          findings={all}
          onJump={({ from, to }) => fresh && editor.current?.jump(from, to)}
          onFix={fix}
        />
      )}
    </div>
  );
}
