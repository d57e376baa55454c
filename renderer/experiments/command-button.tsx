import { SquareTerminal } from "lucide-react";
import { useState } from "react";
import type { ExperimentPlan } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNotice } from "../ui/notice.tsx";

/** The same measurement from a shell, with this console's command and with perf_analyzer. */
export function CommandButton({ plan }: { plan: ExperimentPlan }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <SquareTerminal aria-hidden="true" />
        Copy as command
      </Button>
      {open && <CommandDialog plan={plan} onClose={() => setOpen(false)} />}
    </>
  );
}

export function CommandDialog({ plan, onClose }: { plan: ExperimentPlan; onClose: () => void }) {
  const { data, error } = useRequest("lab.command", { plan });
  return (
    <Dialog open onClose={onClose} title="Run from a shell" size="medium">
      {error && <ErrorNotice title="No equivalent command" error={error} />}
      {!data && !error && <p className="text-muted">Writing the command…</p>}
      {data && (
        <div className="flex flex-col gap-4">
          <Command title="Batchdeck" text={data.command} />
          {data.perfAnalyzer === null ? (
            <p className="text-muted">perf_analyzer cannot measure this.</p>
          ) : (
            <Command title="perf_analyzer" text={data.perfAnalyzer} />
          )}
          {data.differences.length > 0 && (
            <div>
              <h3 className="font-semibold">Differences in perf_analyzer</h3>
              <ul className="mt-1 list-disc pl-5 text-muted">
                {data.differences.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Command({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <div className="flex items-center justify-between">
        <h3 className="font-semibold">{title}</h3>
        <CopyButton name={`Copy ${title}’s command`} text={text} />
      </div>
      <pre
        // It scrolls by itself where it is narrow, so it takes the focus.
        tabIndex={0}
        className="overflow-auto whitespace-pre-wrap break-all rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs"
      >
        {text}
      </pre>
    </div>
  );
}
