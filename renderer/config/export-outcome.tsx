import { formatBytes } from "../format/numbers.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { ExportRun } from "./use-export.ts";

interface ExportOutcomeProps {
  readonly run: ExportRun;
  readonly onReplace: () => void;
}

/** How far an export into a folder is, and what came of it. */
export function ExportOutcome({ run, onReplace }: ExportOutcomeProps) {
  const { progress, running, error, done } = run;
  return (
    <>
      {running && <Progress progress={progress} />}
      {error && (
        <Notice
          tone={error.code === "ALREADY_EXISTS" ? "warn" : "bad"}
          title={error.code === "ALREADY_EXISTS" ? "Some models are there already" : "Not exported"}
          actions={
            error.code === "ALREADY_EXISTS" && (
              <Button look="danger" onClick={onReplace}>
                Replace them
              </Button>
            )
          }
        >
          {error.message}
        </Notice>
      )}
      {done && (
        <Notice tone="good" title={`Exported ${done.models.join(", ")}`}>
          {formatBytes(done.bytes)} in{" "}
          <span className="break-all font-mono text-xs">{done.folder}</span>
        </Notice>
      )}
    </>
  );
}

function Progress({ progress }: { progress: ExportRun["progress"] }) {
  const { bytes, totalBytes, model } = progress ?? { bytes: 0, totalBytes: 0, model: "" };
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label="Copied"
        className="flex-1"
        value={bytes}
        max={Math.max(1, totalBytes)}
      />
      <span className="text-muted text-xs">
        {model} {formatBytes(bytes)} of {formatBytes(totalBytes)}
      </span>
    </div>
  );
}
