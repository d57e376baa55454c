import { type ReactNode, useState } from "react";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Segmented } from "../ui/segmented.tsx";

interface Program {
  readonly language: string;
  readonly title: string;
  readonly text: string | null;
  readonly notes: readonly string[];
}

interface ClientCodeProps {
  readonly programs: readonly Program[];
  /** Description of the programs. */
  readonly children: ReactNode;
}

/** Programs that send the form's request. */
export function ClientCode({ programs, children }: ClientCodeProps) {
  const [picked, setLanguage] = useState<string | null>(null);
  const first = programs.find(({ text }) => text !== null) ?? programs[0];
  const language = picked ?? first?.language ?? null;
  const program = programs.find((each) => each.language === language);
  if (!program) return null;
  const { title, text, notes } = program;
  return (
    <Card
      title="Client code"
      aside={
        <span className="flex flex-wrap items-center gap-2">
          <Segmented
            label="Language"
            value={language}
            onPick={setLanguage}
            options={programs.map((each) => ({ value: each.language, label: each.title }))}
          />
          {text !== null && <CopyButton name={`Copy: ${title}`} text={text} />}
        </span>
      }
    >
      <div className="flex flex-col gap-2 px-4 py-3">
        <p className="text-muted">{children}</p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {text !== null && (
          <pre
            // Focusable, since it scrolls.
            tabIndex={0}
            role="region"
            aria-label={`Client code: ${title}`}
            className="max-h-[32rem] overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
          >
            {text}
          </pre>
        )}
      </div>
    </Card>
  );
}
