import type { ConfigState } from "../../main/contract/index.ts";
import { useServerById } from "../host/topics.ts";
import { Button } from "../ui/button.tsx";
import { CopyableText } from "../ui/copyable-text.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { curlCall, overrideJson, pythonCall, pythonWay } from "./override-calls.ts";

interface CallsDialogProps {
  readonly config: ConfigState;
  readonly text: string;
  readonly onClose: () => void;
}

/** Code that loads the text as an override, for a shell or a program. */
export function CallsDialog({ config, text, onClose }: CallsDialogProps) {
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
