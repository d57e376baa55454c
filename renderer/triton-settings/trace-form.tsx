import { type ReactNode, useState } from "react";
import type { TritonTrace } from "../../main/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { CheckBox } from "./check-box.tsx";
import {
  LEVELS,
  leftAlone,
  TRACE_FIELDS,
  type TraceDraft,
  traceChanges,
  traceFault,
  withLevel,
} from "./drafts.ts";
import { Flag } from "./flag.tsx";
import { Outcome } from "./outcome.tsx";

interface TraceFormProps {
  readonly current: TritonTrace;
  readonly ofModel: boolean;
  readonly change: {
    readonly pending: boolean;
    readonly error: Error | null;
    readonly send: (changes: TritonTrace, done: (answered: TritonTrace) => void) => void;
  };
}

const words: Record<string, { label: string; help: ReactNode }> = {
  trace_rate: { label: "Trace one request in", help: "1 traces all." },
  trace_count: { label: "Remaining traces", help: "-1: no limit. Each trace reduces it by one." },
  log_frequency: { label: "Traces per file", help: "0: one file, when the server stops." },
  trace_file: {
    label: "File",
    help: (
      <>
        Newer versions set it only at startup, with <Flag>--trace-config triton,file=…</Flag>
      </>
    ),
  },
};
const levelLabels: Record<string, string> = { TIMESTAMPS: "Timestamps", TENSORS: "Tensors" };

/** The server's settings; those that a running server can change are editable. */
export function TraceForm({ current, ofModel, change }: TraceFormProps) {
  const [draft, setDraft] = useState<TraceDraft>({});
  const [left, setLeft] = useState<readonly string[]>([]);
  const currentValues = (name: string) => draft[name] ?? current[name] ?? [];
  const put = (name: string, values: readonly string[]) =>
    setDraft((now) => ({ ...now, [name]: values }));
  const changes = traceChanges(current, draft);
  const fields = TRACE_FIELDS.filter((name) => current[name] !== undefined);
  const faults = fields.map((name) => traceFault(name, currentValues(name)[0] ?? ""));
  const wrong = faults.some((fault, i) => fault !== null && changes[fields[i] ?? ""]);
  const send = (wanted: TritonTrace) =>
    change.send(wanted, (answered) => {
      setDraft({});
      setLeft(leftAlone(wanted, answered));
    });
  const takeBack = Object.fromEntries(
    ["trace_level", ...fields.filter((name) => name !== "trace_file")].map((name) => [name, []]),
  );
  const levels = currentValues("trace_level");
  return (
    <form
      aria-label="Trace settings"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong && Object.keys(changes).length > 0) send(changes);
      }}
    >
      <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <legend className="mb-1 font-medium">What is traced</legend>
        {LEVELS.map((level) => (
          <CheckBox
            key={level}
            label={levelLabels[level] ?? level}
            checked={levels.includes(level)}
            onPick={(on) => put("trace_level", withLevel(levels, level, on))}
          />
        ))}
        {levels.every((level) => level === "OFF") && <span className="text-muted">Off</span>}
      </fieldset>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {fields.map((name, i) => (
          <Field
            key={name}
            label={words[name]?.label ?? name}
            help={words[name]?.help}
            error={draft[name] ? (faults[i] ?? null) : null}
          >
            {(props) => (
              <TextInput
                {...props}
                inputMode={name === "trace_file" ? "text" : "numeric"}
                value={currentValues(name)[0] ?? ""}
                onChange={(event) => put(name, [event.target.value])}
              />
            )}
          </Field>
        ))}
      </div>
      <Others current={current} />
      <Outcome error={change.error} left={left} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="primary"
          disabled={wrong || change.pending || Object.keys(changes).length === 0}
        >
          Apply
        </Button>
        <Button disabled={change.pending} onClick={() => send(takeBack)}>
          {ofModel ? "Follow the server" : "Reset to startup values"}
        </Button>
        {Object.keys(draft).length > 0 && (
          <Button look="quiet" onClick={() => setDraft({})}>
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}

/** Settings that a running server can't change, such as the mode. */
function Others({ current }: { current: TritonTrace }) {
  const shown: readonly string[] = ["trace_level", ...TRACE_FIELDS];
  const others = Object.entries(current).filter(([name]) => !shown.includes(name));
  if (others.length === 0) return null;
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
      {others.map(([name, values]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{name === "trace_mode" ? "Mode" : name}</dt>
          <dd className="min-w-0 break-words" data-hint="Set at startup with --trace-config.">
            {values.join(", ") || "–"}
          </dd>
        </div>
      ))}
    </dl>
  );
}
