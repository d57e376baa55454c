import { formatBytes } from "../../format/numbers.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useTopic } from "../topics.ts";

const LABELS = {
  downloading: "Downloaded from the object store",
  copying: "Copied",
} as const;

interface ExportProgressRowProps {
  /** The export's; null: none is running. */
  readonly id: string | null;
  /** Shown before there is any. */
  readonly always?: boolean;
}

/** How far an export is: models of object stores are downloaded before their files are copied or sent. */
export function ExportProgressRow({ id, always = false }: ExportProgressRowProps) {
  const progress = useTopic("configs.exportProgress", id === null ? null : { id });
  if (id === null || (progress === null && !always)) return null;
  const { phase, model, bytes, totalBytes } = progress ?? NONE;
  return (
    <div className="flex items-center gap-3">
      <div className="flex-1">
        <ProgressBar label={LABELS[phase]} share={bytes / Math.max(1, totalBytes)} />
      </div>
      <span className="text-muted text-xs">
        {phase === "downloading" && "Downloading "}
        {model} {formatBytes(bytes)} of {formatBytes(totalBytes)}
      </span>
    </div>
  );
}

const NONE = { phase: "copying", model: "", bytes: 0, totalBytes: 0 } as const;

let exports = 0;
const page = Math.random().toString(36).slice(2);

/** An export's name that no other page has. */
export const newExportId = () => `${page}-${++exports}`;
