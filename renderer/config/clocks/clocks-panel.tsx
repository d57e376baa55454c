import { AlertTriangle } from "lucide-react";
import { useState } from "react";
import { Segmented } from "../../ui/segmented.tsx";
import { useConfigView } from "../config-view.ts";
import { ClockLanes, lanesHeight, listLanes } from "./clock-lanes.tsx";
import { type ClockText, describeClocks } from "./clock-text.ts";
import { computeClocks } from "./clocks.ts";
import { DeadlineHandle } from "./deadline-handle.tsx";
import { timeAxis } from "./time-axis.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { formatDuration, parseDuration } from "../duration.ts";

const FIRST_DEADLINE = 1_000_000;

/** Batching delay, queue timeout and client deadline on one timeline, for the current text. */
export function ClocksPanel() {
  const { parsed, readable } = useConfigView();
  const [deadline, setDeadline] = useState<number | null>(FIRST_DEADLINE);
  const [timeout, setTimeout] = useState<number | null>(null);
  const [level, setLevel] = useState("");
  const { config } = parsed;
  const arrival = { deadline, timeout };
  const clocks = computeClocks(config, arrival);
  const { queues, delay } = clocks;
  const usual = String(config.dynamic_batching?.default_priority_level ?? "");
  const queue =
    queues.find((each) => each.level === level) ??
    queues.find((each) => each.level === usual) ??
    queues[0];
  const lanes = listLanes(clocks, config.ensemble_scheduling !== undefined);
  const timeouts = queues.map((each) => Number(each.policy.default_timeout_microseconds));
  const axis = timeAxis([delay, deadline, timeout, ...timeouts], [delay ?? 0, ...timeouts]);
  return (
    <div className="flex flex-col gap-4 px-4 pb-4">
      <p className="text-muted">
        What happens to a request that arrives now. The scale is logarithmic.
        {!readable && " The text doesn't parse; this shows the last version that did."}
      </p>
      <figure aria-label="Timeouts" className="relative mx-1">
        <ClockLanes lanes={lanes} axis={axis} />
        {deadline !== null && (
          <DeadlineHandle
            axis={axis}
            deadline={deadline}
            onChange={setDeadline}
            height={lanesHeight(lanes.length)}
          />
        )}
      </figure>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <OptionalDuration
          label="Client’s deadline"
          help="Or drag the line. Empty: none."
          value={deadline}
          onChange={setDeadline}
        />
        <OptionalDuration
          label="The request’s own timeout"
          help="Its parameter “timeout”. Empty: none."
          value={timeout}
          onChange={setTimeout}
        />
      </div>
      {queues.length > 1 && queue && (
        <div>
          <Segmented
            label="Priority of the request"
            options={queues.map((each) => ({ value: each.level, label: each.name }))}
            value={queue.level}
            onPick={setLevel}
          />
        </div>
      )}
      <dl aria-label="In words" className="flex flex-col gap-3">
        {describeClocks(config, arrival, queue).map((clock) => (
          <ClockEntry key={clock.about} {...clock} />
        ))}
      </dl>
    </div>
  );
}

const colours: Record<ClockText["about"], string> = {
  "Batching delay": "border-chart-1",
  "Queue timeout": "border-chart-2",
  "Client’s deadline": "border-chart-5",
};

function ClockEntry({ about, sentences, warnings }: ClockText) {
  return (
    <div className={`border-l-3 pl-3 ${colours[about]}`}>
      <dt className="font-semibold">{about}</dt>
      {sentences.map((sentence) => (
        <dd key={sentence}>{sentence}</dd>
      ))}
      {warnings.map((warning) => (
        <dd key={warning} className="flex gap-1.5 text-warn">
          <AlertTriangle aria-label="Note" role="img" className="mt-0.5 size-4 shrink-0" />
          {warning}
        </dd>
      ))}
    </div>
  );
}

interface OptionalDurationProps {
  readonly label: string;
  readonly help: string;
  /** µs */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** An optional duration. Invalid input is shown as such and changes nothing. */
function OptionalDuration({ label, help, value, onChange }: OptionalDurationProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed.trim() !== "" && parseDuration(typed) === null;
  const type = (next: string) => {
    setTyped(next);
    if (next.trim() === "") return onChange(null);
    const micros = parseDuration(next);
    if (micros !== null && micros > 0) onChange(micros);
  };
  return (
    <Field
      className="w-52"
      label={label}
      help={help}
      error={isWrong ? "Not a duration. Enter 500 µs, 2 ms or 1.5 s." : null}
    >
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          className="w-full"
          placeholder="none"
          value={typed ?? (value === null ? "" : formatDuration(value))}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}
