import { useState } from "react";
import type { ClientProgram } from "../../main/contract/index.ts";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Segmented } from "../ui/segmented.tsx";

/** Programs that send the request of the form. */
export function ClientCode({ programs }: { programs: readonly ClientProgram[] }) {
  const [language, setLanguage] = useState<ClientProgram["language"]>("python-grpc");
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
        <p className="text-muted">
          It sends the request above, with these very values. Clients stay small: batching is the
          server’s job, so send small requests and many at once; set a deadline; cancel what nobody
          waits for; never retry unseen.
        </p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {text !== null && (
          <pre
            // Scrolls by itself, so it takes the focus.
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
