import { Link } from "@tanstack/react-router";
import type { FieldChange } from "../../../main/contract/index.ts";
import { Card } from "../../ui/card.tsx";

interface WhatChangedProps {
  /** Null if the texts differ and can't be parsed. */
  readonly changes: readonly FieldChange[] | null;
  /** Whether the texts themselves are the same. */
  readonly sameText: boolean;
  readonly model: string;
}

/** The changed configuration fields. */
export function WhatChanged({ changes, sameText, model }: WhatChangedProps) {
  return (
    <Card
      title="What changed"
      aside={
        <Link
          to="/models/$name"
          params={{ name: model }}
          search={{ tab: "configuration" }}
          className="text-accent underline underline-offset-2"
        >
          Configuration
        </Link>
      }
    >
      {changes && changes.length > 0 ? (
        <ul aria-label="Changed fields" className="divide-y divide-line">
          {changes.map((change) => (
            <Change key={change.path} change={change} />
          ))}
        </ul>
      ) : (
        <p className="px-4 py-3 text-muted">{unchangedText(changes, sameText)}</p>
      )}
    </Card>
  );
}

function Change({ change: { path, before, after } }: { change: FieldChange }) {
  return (
    <li className="px-4 py-2">
      <p className="wrap-anywhere font-medium font-mono text-xs">{path}</p>
      <p className="wrap-anywhere font-mono text-muted text-xs">
        <Value value={before} /> <span aria-label="becomes">→</span>{" "}
        <span className="text-ink">
          <Value value={after} />
        </span>
      </p>
    </li>
  );
}

function Value({ value }: { value: string | null }) {
  return value === null ? <i className="font-sans">not set</i> : value;
}

function unchangedText(changes: readonly FieldChange[] | null, sameText: boolean): string {
  if (changes === null) return "The configuration changed. Its fields can't be listed.";
  return sameText
    ? "The configuration did not change."
    : "Only comments, order or spacing of the configuration changed.";
}
