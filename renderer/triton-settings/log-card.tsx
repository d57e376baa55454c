import { type ReactNode, useState } from "react";
import type { TritonLog } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { leftAlone, logChanges, type LogDraft, logFault } from "./drafts.ts";
import { Outcome } from "./outcome.tsx";
import { Field, Select, TextInput } from "../ui/field.tsx";
import { CheckBox } from "./check-box.tsx";
import { Flag } from "./flag.tsx";

/** The server's log settings. */
export function LogCard({ serverId }: { serverId: string }) {
  const current = useRequest("tritonSettings.log", { serverId });
  return (
    <Card title="Server log">
      <div className="p-4">
        {current.error ? (
          <ErrorNotice
            title="The server doesn't report its log settings"
            error={current.error}
            retry={<Button onClick={() => void current.refetch()}>Retry</Button>}
          />
        ) : current.data ? (
          <LogForm serverId={serverId} current={current.data} />
        ) : (
          <p className="text-muted">Asking the server…</p>
        )}
      </div>
    </Card>
  );
}

function LogForm({ serverId, current }: { serverId: string; current: TritonLog }) {
  const change = useAction("tritonSettings.changeLog", ["tritonSettings.log"]);
  const [draft, setDraft] = useState<LogDraft>({});
  const [left, setLeft] = useState<readonly string[]>([]);
  const changes = logChanges(current, draft);
  const findFault = (name: string) => logFault(current[name] ?? "", draft[name] ?? "0");
  const wrong = Object.keys(draft).some((name) => findFault(name) !== null);
  const names = Object.keys(current).sort(inOrder);
  const isSwitch = (name: string) => typeof current[name] === "boolean";
  const field = (name: string) => (
    <LogField
      key={name}
      name={name}
      value={draft[name] ?? current[name] ?? ""}
      error={draft[name] === undefined ? null : findFault(name)}
      onChange={(value) => setDraft((now) => ({ ...now, [name]: value }))}
    />
  );
  return (
    <form
      aria-label="Log settings"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong || Object.keys(changes).length === 0) return;
        const done = (answered: TritonLog) => {
          setDraft({});
          setLeft(leftAlone(changes, answered));
        };
        change.mutate({ serverId, changes }, { onSuccess: done });
      }}
    >
      <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <legend className="mb-1 font-medium">What is written</legend>
        {names.filter(isSwitch).map(field)}
      </fieldset>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {names.filter((name) => !isSwitch(name)).map(field)}
      </div>
      <Outcome error={change.error} left={left} />
      <div className="flex gap-2">
        <Button
          type="submit"
          look="primary"
          disabled={wrong || change.isPending || Object.keys(changes).length === 0}
        >
          Apply
        </Button>
        {Object.keys(draft).length > 0 && (
          <Button
            look="quiet"
            onClick={() => {
              setDraft({});
              change.reset();
            }}
          >
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}

const ORDER = [
  "log_error",
  "log_warning",
  "log_info",
  "log_verbose_level",
  "log_format",
  "log_file",
];

/** Known settings in their order, then others. */
function inOrder(a: string, b: string): number {
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return place(a) - place(b) || a.localeCompare(b);
}

interface LogFieldProps {
  readonly name: string;
  readonly value: TritonLog[string];
  readonly error: string | null;
  readonly onChange: (value: boolean | string) => void;
}

const words: Record<string, { label: string; help?: ReactNode }> = {
  log_error: { label: "Errors" },
  log_warning: { label: "Warnings" },
  log_info: { label: "Information" },
  log_verbose_level: {
    label: "Verbose level",
    help: "0: off. Verbose lines cost throughput.",
  },
  log_format: { label: "Format" },
  log_file: {
    label: "File",
    help: (
      <>
        Empty: the server’s console. Newer versions set it only at startup, with{" "}
        <Flag>--log-file</Flag>.
      </>
    ),
  },
};
const FORMATS = ["default", "ISO8601"];

/** One setting, with a control for its type of value. */
function LogField({ name, value, error, onChange }: LogFieldProps) {
  const { label, help } = words[name] ?? { label: name };
  if (typeof value === "boolean")
    return <CheckBox label={label} checked={value} onPick={onChange} />;
  const text = String(value);
  return (
    <Field label={label} help={help} error={error}>
      {(props) =>
        name === "log_format" ? (
          <Select
            {...props}
            value={text}
            onPick={onChange}
            options={[...new Set([...FORMATS, text])].map((each) => ({
              value: each,
              label: each,
            }))}
          />
        ) : (
          <TextInput
            {...props}
            value={text}
            inputMode={name === "log_verbose_level" ? "numeric" : "text"}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
