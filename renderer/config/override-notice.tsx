import { useState } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { ApplyDialog } from "./apply-dialog.tsx";
import { CompareDialog } from "./compare-dialog.tsx";

interface OverrideNoticeProps {
  readonly config: ConfigState;
  readonly onApplied: (config: ConfigState) => void;
}

/** Notices about the active text: an override instead of the file, or a server that doesn't answer. */
export function OverrideNotice({ config, onApplied }: OverrideNoticeProps) {
  const { overriddenFile, unreachable, etag, path, store } = config;
  const [open, setOpen] = useState<"compare" | "write" | "drop" | null>(null);
  const close = () => setOpen(null);
  if (unreachable !== null && path === "")
    return (
      <Notice tone="warn" title="The server does not answer">
        {unreachable} The last known configuration is shown. Drafts are kept and can be applied when
        it is back.
      </Notice>
    );
  if (store !== null && store.problem !== null)
    return (
      <Notice tone="warn" title="Can't read config.pbtxt in the store">
        {store.problem} {path === "" ? "What serves" : "The text that was read last"} is shown.
        Overrides can be applied; nothing is written to the store meanwhile.
      </Notice>
    );
  if (overriddenFile === null) return null;
  const apply = (text: string) => (
    <ApplyDialog
      config={config}
      text={text}
      {...(open === "write" && { replaces: { label: "config.pbtxt", text: overriddenFile } })}
      baseEtag={etag}
      over={null}
      errors={0}
      fixedPlace="file"
      onApplied={(applied) => {
        close();
        onApplied(applied);
      }}
      onRefused={() => {}}
      onConflict={close}
      onClose={close}
    />
  );
  return (
    <Notice
      tone="accent"
      title="An override serves in place of config.pbtxt"
      actions={
        <>
          <Button onClick={() => setOpen("compare")}>Compare</Button>
          <Button onClick={() => setOpen("drop")}>Back to the file</Button>
          <Button onClick={() => setOpen("write")}>
            {store ? "Write to the store" : "Write to the file"}
          </Button>
        </>
      }
    >
      It stays until the model is unloaded, its files change or the server restarts.
      {open === "compare" && (
        <CompareDialog
          title="The override against config.pbtxt"
          sides={[
            { label: "config.pbtxt", text: overriddenFile },
            { label: "Active override", text: config.text },
          ]}
          onClose={close}
        />
      )}
      {open === "write" && apply(config.text)}
      {open === "drop" && apply(overriddenFile)}
    </Notice>
  );
}
