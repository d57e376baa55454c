import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, Download, ShipWheel, Terminal } from "lucide-react";
import { useState } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { CallsDialog } from "./calls-dialog.tsx";
import { ExportDialog } from "./export-dialog.tsx";

interface ConfigToolsProps {
  readonly config: ConfigState;
  /** The edited text. */
  readonly text: string;
}

/** Location of the configuration, and export actions. */
export function ConfigTools({ config, text }: ConfigToolsProps) {
  const { serverId, model, path, hasFile } = config;
  const [open, setOpen] = useState<"export" | "calls" | null>(null);
  const close = () => setOpen(null);
  const side = { server: serverId, model, revision: "force" };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 select-all truncate font-mono text-muted text-xs">
        {path || "The server's own configuration; this console can't read its files"}
        {path !== "" && !hasFile && (
          <span className="font-sans"> – not written yet: completed from the model file</span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/compare" search={{ a: side, b: side }} className={buttonClass()}>
          <ArrowLeftRight aria-hidden="true" />
          Compare…
        </Link>
        <Button onClick={() => setOpen("calls")}>
          <Terminal aria-hidden="true" />
          Copy as a call…
        </Button>
        <Link to="/deploy" search={{ server: serverId, models: [model] }} className={buttonClass()}>
          <ShipWheel aria-hidden="true" />
          To a cluster…
        </Link>
        <Button onClick={() => setOpen("export")}>
          <Download aria-hidden="true" />
          Export…
        </Button>
      </div>
      {open === "calls" && <CallsDialog config={config} text={text} onClose={close} />}
      {open === "export" && <ExportDialog config={config} text={text} onClose={close} />}
    </div>
  );
}
