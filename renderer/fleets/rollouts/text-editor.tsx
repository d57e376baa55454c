import { useMemo } from "react";
import { applyEdits, checkText, type Finding } from "../../../engine/config/index.ts";
import { CodeEditor } from "../../config/code-editor.tsx";
import { useSettled } from "../../ui/use-settled.ts";

interface TextEditorProps {
  readonly model: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

const ignore = () => {};

/** The workbench's editor for a text that is no draft: what is wrong in it is marked where it is. */
export function TextEditor({ model, text, onText }: TextEditorProps) {
  const settled = useSettled(text);
  const findings = useMemo(
    () => (settled.trim() === "" ? [] : checkText(settled, { modelName: model })),
    [settled, model],
  );
  const fix = (finding: Finding) => {
    if (finding.fix && settled === text) onText(applyEdits(text, finding.fix.edits));
  };
  return (
    <div
      className="h-72 overflow-hidden rounded-md border border-line-strong bg-surface"
      // Escape leaves the editor, and not the dialog with all that was written.
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
      role="presentation"
    >
      <CodeEditor
        label={`Configuration of ${model}`}
        text={text}
        findings={settled === text ? findings : []}
        onChange={onText}
        onBlur={ignore}
        onCursor={ignore}
        onFix={fix}
      />
    </div>
  );
}
