import { useState } from "react";
import { NumberInput } from "../../ui/number-input.tsx";
import { Field } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { DeadlineField } from "../deadline-field.tsx";
import type { FormProps } from "./form-props.ts";
import { stopLines, stopTexts } from "./stop-texts.ts";
import { TextArea } from "./text-area.tsx";

const FIELDS = ["topP", "seed", "stop", "deadlineMs"];
const DEFAULT = "default";

/** How long the response may be, and how its tokens are chosen. */
export function SamplingFields({ draft, errors, onChange }: FormProps) {
  return (
    <>
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        <NumberInput
          label="Max tokens"
          none={DEFAULT}
          className="w-28"
          value={draft.maxTokens}
          error={errors.get("maxTokens")}
          onChange={(maxTokens) => onChange({ maxTokens })}
        />
        <NumberInput
          label="Temperature"
          none={DEFAULT}
          className="w-28"
          value={draft.temperature}
          error={errors.get("temperature")}
          onChange={(temperature) => onChange({ temperature })}
        />
        <label className="flex h-8 items-center gap-2 self-end">
          <input
            type="checkbox"
            checked={draft.stream}
            onChange={(event) => onChange({ stream: event.target.checked })}
          />
          Stream the response
        </label>
      </div>
      <Fold
        title="Parameters"
        summary={describeSampling(draft)}
        wrong={FIELDS.some((field) => errors.has(field))}
      >
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          <DeadlineField
            value={draft.deadlineMs}
            help="Then the connection is closed."
            error={errors.get("deadlineMs")}
            onChange={(deadlineMs) => onChange({ deadlineMs })}
          />
          <NumberInput
            label="Top p"
            none={DEFAULT}
            className="w-28"
            value={draft.topP}
            error={errors.get("topP")}
            onChange={(topP) => onChange({ topP })}
          />
          <NumberInput
            label="Seed"
            none="none"
            className="w-28"
            value={draft.seed}
            error={errors.get("seed")}
            onChange={(seed) => onChange({ seed })}
          />
        </div>
        <StopField draft={draft} errors={errors} onChange={onChange} />
      </Fold>
    </>
  );
}

function describeSampling({ deadlineMs, topP, seed, stop }: FormProps["draft"]): string {
  return [
    `deadline ${deadlineMs || "?"} ms`,
    topP !== null && `top p ${topP}`,
    seed !== null && `seed ${seed}`,
    stop.length > 0 && `${stop.length} stop sequences`,
  ]
    .filter(Boolean)
    .join(", ");
}

function StopField({ draft, errors, onChange }: FormProps) {
  const [text, setText] = useState(stopLines(draft.stop));
  return (
    <Field
      label="Stop at"
      help="One per line; \n is a line break."
      error={errors.get("stop") ?? null}
    >
      {(control) => (
        <TextArea
          {...control}
          className="font-mono text-xs"
          spellCheck={false}
          value={text}
          onChange={(next) => {
            setText(next);
            onChange({ stop: stopTexts(next) });
          }}
        />
      )}
    </Field>
  );
}
