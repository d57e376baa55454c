import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, Download, ShipWheel, Terminal } from "lucide-react";
import { useState } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { useServerById } from "../host/topics.ts";
import { CopyableText } from "../ui/copyable-text.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { curlCall, overrideJson, pythonCall, pythonWay } from "./override-calls.ts";

interface ConfigToolsProps {
  readonly config: ConfigState;
  /** The edited text. */
  readonly text: string;
}

/** Location of the configuration, and export actions. */
export function ConfigTools({ config, text }: ConfigToolsProps) {
  const { serverId, model, path, hasFile, store } = config;
  const [open, setOpen] = useState<"export" | "calls" | null>(null);
  const close = () => setOpen(null);
  const side = { server: serverId, model, revision: "force" };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 select-all truncate font-mono text-muted text-xs">
        {path || pathText(store)}
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

interface CallsDialogProps {
  readonly config: ConfigState;
  readonly text: string;
  readonly onClose: () => void;
}

/** Code that loads the text as an override, for a shell or a program. */
function CallsDialog({ config, text, onClose }: CallsDialogProps) {
  const { serverId, model } = config;
  const server = useServerById(serverId);
  const endpoints = server?.endpoints;
  const json = overrideJson(text);
  const python = endpoints && pythonWay(endpoints);
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      begin="content"
      title={`Load ${model} with this configuration`}
      description="As an override: it serves in place of config.pbtxt until the model is unloaded or its files change. The server must run with --model-control-mode=explicit."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {json === null ? (
        <Notice tone="bad" title="The text does not parse">
          Fix the marked errors first.
        </Notice>
      ) : (
        <div className="flex flex-col gap-4">
          {server?.kind === "embedded" && (
            <Notice
              tone="accent"
              title="The embedded engine takes load calls from this console only"
            >
              To accept these calls, start the console with <code>--engine-open-control</code>.
            </Notice>
          )}
          {endpoints?.http ? (
            <CopyableText
              title="curl"
              label="curl call"
              text={curlCall(endpoints.http, model, json)}
            />
          ) : (
            <Notice tone="accent" title="The server's HTTP address is not known">
              Connect it with its HTTP address to get a curl command.
            </Notice>
          )}
          {python && (
            <CopyableText
              title="Python"
              label="Python call"
              text={pythonCall(python, model, json)}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function pathText(store: ConfigState["store"]): string {
  if (store === null) return "The server's own configuration; this console can't read its files";
  return store.writable
    ? store.url
    : `${store.url}: as it serves; writing to the store is not allowed`;
}
