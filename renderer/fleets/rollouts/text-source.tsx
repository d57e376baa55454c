import { Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type GridReplica, parseFleetServerId } from "../../../main/contract/index.ts";
import { useRequest } from "../../host/requests.ts";
import { useServers } from "../../host/topics.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { showError } from "../../ui/toasts.tsx";
import type { Findings } from "./use-findings.ts";
import { applyEdits, type Finding } from "../../../engine/config/index.ts";
import { CodeEditor, type EditorHandle } from "../../ui/pbtxt/code-editor.tsx";
import { Problems } from "../../ui/pbtxt/problems.tsx";

interface TextSourceProps {
  readonly model: string;
  readonly replicas: readonly GridReplica[];
  readonly text: string;
  readonly findings: Findings;
  readonly onText: (text: string) => void;
}

/** The text of a configuration: from a replica, another server with configurations, or a file, and editable. */
export function TextSource({ model, replicas, text, findings, onText }: TextSourceProps) {
  const servers = useServers() ?? [];
  const live = replicas.filter(({ state }) => state === "live");
  const [serverId, setServerId] = useState(live[0]?.serverId ?? "");
  const file = useRef<HTMLInputElement>(null);
  const { data, error } = useRequest(
    "configs.get",
    { serverId, model },
    { enabled: serverId !== "" },
  );
  const begun = useRef(text !== "");
  useEffect(() => {
    if (!data || begun.current) return;
    begun.current = true;
    onText(data.draft?.text ?? data.text);
  }, [data, onText]);
  const options = [
    ...live.map((replica) => ({ value: replica.serverId, label: replica.name })),
    ...servers
      .filter(
        ({ id, capabilities }) => !parseFleetServerId(id) && capabilities.includes("configuration"),
      )
      .map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Copy from" className="min-w-0 flex-1">
          {(control) => (
            <Select
              {...control}
              value={serverId}
              options={options}
              onPick={(id) => {
                begun.current = false;
                setServerId(id);
              }}
            />
          )}
        </Field>
        <Button disabled={!data} onClick={() => data && onText(data.text)}>
          Active configuration
        </Button>
        <Button disabled={!data?.draft} onClick={() => data?.draft && onText(data.draft.text)}>
          Draft
        </Button>
        <Button onClick={() => file.current?.click()}>
          <Upload aria-hidden="true" />A file
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="Configuration to roll out"
          accept=".pbtxt,.txt"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = "";
            void chosen
              ?.text()
              .then(onText, (thrown: unknown) => showError("Can't read the file.", thrown));
          }}
        />
      </div>
      {error && <p className="text-bad text-xs">{error.message}</p>}
      <TextEditor {...{ model, text, findings, onText }} />
    </>
  );
}

interface TextEditorProps {
  readonly model: string;
  readonly text: string;
  readonly findings: Findings;
  readonly onText: (text: string) => void;
}

const ignore = () => {};

/** The configuration editor for a text that isn't a draft, with findings marked and listed. */
function TextEditor({ model, text, findings, onText }: TextEditorProps) {
  const { all, fresh } = findings;
  const editor = useRef<EditorHandle>(null);
  const fix = (finding: Finding) => {
    if (finding.fix && fresh) onText(applyEdits(text, finding.fix.edits));
  };
  return (
    <div
      className="flex h-80 flex-col overflow-hidden rounded-md border border-line-strong bg-surface"
      // Escape leaves the editor without closing the dialog.
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
      role="presentation"
    >
      <div className="min-h-0 flex-1">
        <CodeEditor
          ref={editor}
          label={`Configuration of ${model}`}
          text={text}
          findings={fresh ? all : []}
          onChange={onText}
          onBlur={ignore}
          onCursor={ignore}
          onFix={fix}
        />
      </div>
      {text.trim() !== "" && (
        <Problems
          findings={all}
          onJump={({ from, to }) => fresh && editor.current?.jump(from, to)}
          onFix={fix}
        />
      )}
    </div>
  );
}
