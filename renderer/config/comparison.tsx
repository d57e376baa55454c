import { useMemo } from "react";
import { configChanges, parseConfig } from "../../engine/config/index.ts";
import { FieldChanges } from "../ui/pbtxt/field-changes.tsx";
import { TextDiff } from "../ui/pbtxt/text-diff.tsx";

export interface ComparedText {
  readonly label: string;
  readonly text: string;
}

/** Two configurations: the fields that differ, and the texts side by side. */
export function Comparison({ sides }: { sides: readonly [ComparedText, ComparedText] }) {
  const [left, right] = sides;
  return (
    <div className="flex flex-col gap-4">
      <Fields left={left.text} right={right.text} />
      <TextDiff before={left.text} after={right.text} labels={[left.label, right.label]} />
    </div>
  );
}

function Fields({ left, right }: { left: string; right: string }) {
  const changes = useMemo(() => {
    const [a, b] = [parseConfig(left), parseConfig(right)];
    const readable = a.findings.length + b.findings.length === 0;
    return readable ? configChanges(a.config, b.config) : null;
  }, [left, right]);
  if (changes === null)
    return (
      <p className="text-muted">One of the texts does not parse; only the texts are compared.</p>
    );
  if (changes.length > 0) return <FieldChanges label="Fields that differ" changes={changes} />;
  if (left === right) return null;
  return (
    <p className="text-muted">Only comments, order or spacing differ; the meaning is the same.</p>
  );
}
