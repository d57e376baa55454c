import {
  type ConversationPlan,
  hasTiming,
  type RequestTraceFormat,
  type ThinkTime,
  type TurnCounts,
} from "../../../../main/contract/index.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { NumberField, OptionalNumberField } from "../number-field.tsx";
import { usePlan } from "../plan-context.ts";
import { LengthsField } from "./lengths-field.tsx";
import { Optional } from "./optional.tsx";

interface ConversationFieldsProps {
  readonly conversation: ConversationPlan | null;
  /** Format of the trace that records the turns; null without one. */
  readonly recorded: RequestTraceFormat | null;
  readonly at: string;
  readonly onChange: (conversation: ConversationPlan | null) => void;
}

const THINK: ThinkTime = { kind: "exponential", meanMs: 2000 };
const DRAWN: ConversationPlan = {
  turns: { kind: "uniform", least: 2, most: 6 },
  laterLengths: { kind: "lognormal", median: 64, sigma: 0.5 },
  think: THINK,
};
const RECORDED: ConversationPlan = { turns: null, laterLengths: null, think: THINK };
const TIMED: ConversationPlan = { ...RECORDED, think: { kind: "recorded" } };

/** Conversations: the number of turns, and the time between them. */
export function ConversationFields(props: ConversationFieldsProps) {
  const { conversation, recorded, at, onChange } = props;
  const { plan, errors } = usePlan();
  const isTimed = recorded !== null && hasTiming(recorded);
  const first = recorded === null ? DRAWN : isTimed ? TIMED : RECORDED;
  return (
    <div className="flex flex-col gap-4">
      <Optional
        label="Conversations of several turns"
        about="A turn sends the previous turns with the responses received. Each client is a user; at a rate, conversations begin by the schedule. Shows what a prefix cache does from turn to turn."
        error={errors.get(at)}
        isOn={conversation !== null}
        onToggle={(isOn) => onChange(isOn ? first : null)}
      />
      {conversation && (
        <>
          {conversation.turns && (
            <TurnsField
              path={`${at}.turns`}
              value={conversation.turns}
              onChange={(turns) => onChange({ ...conversation, turns })}
            />
          )}
          {conversation.laterLengths && (
            <LengthsField
              label="Later messages"
              help="The user's messages after the first one."
              path={`${at}.laterLengths`}
              value={conversation.laterLengths}
              onChange={(laterLengths) => onChange({ ...conversation, laterLengths })}
            />
          )}
          <DelaysField
            path={`${at}.think`}
            value={conversation.think}
            isTimed={isTimed}
            onChange={(think) => onChange({ ...conversation, think })}
          />
          {(plan.load.kind !== "concurrency" || conversation.mostInProgress) && (
            <OptionalNumberField
              label="Max conversations"
              path={`${at}.mostInProgress`}
              none="65,536"
              help="At a rate: one that is due while as many are in progress doesn’t begin, and counts as a failed request."
              value={conversation.mostInProgress ?? null}
              onChange={(mostInProgress) => onChange({ ...conversation, mostInProgress })}
            />
          )}
        </>
      )}
    </div>
  );
}

interface TurnsFieldProps {
  readonly path: string;
  readonly value: TurnCounts;
  readonly onChange: (turns: TurnCounts) => void;
}

const firstTurns: Record<TurnCounts["kind"], TurnCounts> = {
  fixed: { kind: "fixed", turns: 4 },
  uniform: { kind: "uniform", least: 2, most: 6 },
  normal: { kind: "normal", mean: 4, deviation: 1 },
  geometric: { kind: "geometric", mean: 4 },
};

/** Number of turns per conversation. */
function TurnsField({ path, value, onChange }: TurnsFieldProps) {
  const number = (label: string, field: string, now: number, set: (next: number) => void) => (
    <NumberField
      label={label}
      path={`${path}.${field}`}
      unit="turns"
      className="w-32"
      value={now}
      onChange={set}
    />
  );
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">Turns</span>
        <Segmented<TurnCounts["kind"]>
          label="Turns"
          options={[
            { value: "fixed", label: "Fixed" },
            { value: "uniform", label: "Uniform" },
            { value: "normal", label: "Normal" },
            { value: "geometric", label: "Geometric" },
          ]}
          value={value.kind}
          onPick={(kind) => kind !== value.kind && onChange(firstTurns[kind])}
        />
        <p className="max-w-80 text-muted text-xs">Messages of the user in each conversation.</p>
      </div>
      {value.kind === "fixed" &&
        number("Number", "turns", value.turns, (turns) => onChange({ ...value, turns }))}
      {value.kind === "uniform" && (
        <>
          {number("Fewest", "least", value.least, (least) => onChange({ ...value, least }))}
          {number("Most", "most", value.most, (most) => onChange({ ...value, most }))}
        </>
      )}
      {(value.kind === "normal" || value.kind === "geometric") &&
        number("Mean", "mean", value.mean, (mean) => onChange({ ...value, mean }))}
      {value.kind === "normal" &&
        number("Deviation", "deviation", value.deviation, (deviation) =>
          onChange({ ...value, deviation }),
        )}
    </div>
  );
}

interface DelaysFieldProps {
  readonly path: string;
  readonly value: ThinkTime;
  /** A trace records it. */
  readonly isTimed: boolean;
  readonly onChange: (delays: ThinkTime) => void;
}

const firstDelays: Record<ThinkTime["kind"], ThinkTime> = {
  recorded: { kind: "recorded" },
  fixed: { kind: "fixed", ms: 2000 },
  uniform: { kind: "uniform", leastMs: 1000, mostMs: 3000 },
  exponential: THINK,
  lognormal: { kind: "lognormal", medianMs: 2000, sigma: 0.5 },
};

/** Time between a response and the user's next turn. */
function DelaysField({ path, value, isTimed, onChange }: DelaysFieldProps) {
  const number = (label: string, field: string, now: number, set: (next: number) => void) => (
    <NumberField
      label={label}
      path={`${path}.${field}`}
      className="w-32"
      value={now}
      onChange={set}
      {...(field === "sigma" ? {} : { unit: "ms" })}
    />
  );
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">Time between turns</span>
        <Segmented<ThinkTime["kind"]>
          label="Time between turns"
          options={[
            ...(isTimed ? [{ value: "recorded" as const, label: "Recorded" }] : []),
            { value: "fixed", label: "Fixed" },
            { value: "uniform", label: "Uniform" },
            { value: "exponential", label: "Exponential" },
            { value: "lognormal", label: "Lognormal" },
          ]}
          value={value.kind}
          onPick={(kind) => kind !== value.kind && onChange(firstDelays[kind])}
        />
        <p className="max-w-80 text-muted text-xs">
          {value.kind === "recorded"
            ? "From a response to the user's next message, as the trace has it."
            : "From a response to the user's next message, drawn by the seed."}
        </p>
      </div>
      {value.kind === "fixed" &&
        number("Delay", "ms", value.ms, (ms) => onChange({ ...value, ms }))}
      {value.kind === "uniform" && (
        <>
          {number("Shortest", "leastMs", value.leastMs, (leastMs) =>
            onChange({ ...value, leastMs }),
          )}
          {number("Longest", "mostMs", value.mostMs, (mostMs) => onChange({ ...value, mostMs }))}
        </>
      )}
      {value.kind === "exponential" &&
        number("Mean", "meanMs", value.meanMs, (meanMs) => onChange({ ...value, meanMs }))}
      {value.kind === "lognormal" && (
        <>
          {number("Median", "medianMs", value.medianMs, (medianMs) =>
            onChange({ ...value, medianMs }),
          )}
          {number("Sigma", "sigma", value.sigma, (sigma) => onChange({ ...value, sigma }))}
        </>
      )}
    </div>
  );
}
