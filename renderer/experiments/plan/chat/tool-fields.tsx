import type { ChatTools, ToolAnswers } from "../../../../main/contract/index.ts";
import { NumberField } from "../number-field.tsx";
import { Choice } from "./choice.tsx";
import { LengthsField } from "./lengths-field.tsx";

interface ToolFieldsProps {
  readonly tools: ChatTools;
  /** Its path in the plan. */
  readonly at: string;
  readonly onChange: (tools: ChatTools) => void;
}

export const FIRST_TOOLS = { count: 4, choice: "required" } as const;
export const FIRST_ANSWERS: ToolAnswers = {
  lengths: { kind: "fixed", tokens: 128 },
  delayMs: 200,
  rounds: 1,
};

/** How many tools are offered, whether one has to be called, and in conversations how calls are answered. */
export function ToolFields({ tools, at, onChange }: ToolFieldsProps) {
  const { count, choice } = tools;
  const answers = tools.answers ?? null;
  const change = (part: Partial<ToolAnswers>) =>
    onChange({ ...tools, answers: { ...(answers as ToolAnswers), ...part } });
  return (
    <>
      <div className="flex flex-wrap items-start gap-6">
        <NumberField
          label="Tools"
          path={`${at}.count`}
          value={count}
          onChange={(next) => onChange({ ...tools, count: next })}
        />
        <Choice
          label="Tool choice"
          about="Required: each response calls a tool."
          options={[
            { value: "required", label: "Required" },
            { value: "auto", label: "Auto" },
          ]}
          value={choice}
          onPick={(next) => onChange({ ...tools, choice: next })}
        />
        {answers && (
          <>
            <NumberField
              label="Tool delay"
              unit="ms"
              path={`${at}.answers.delayMs`}
              help="From a call to the request with its result."
              value={answers.delayMs}
              onChange={(delayMs) => change({ delayMs })}
            />
            <NumberField
              label="Rounds of a turn"
              path={`${at}.answers.rounds`}
              help="Requests with tools’ results; in the last one the model can’t call."
              value={answers.rounds}
              onChange={(rounds) => change({ rounds })}
            />
          </>
        )}
      </div>
      {answers && (
        <LengthsField
          label="Length of a tool’s result"
          help="Common words."
          path={`${at}.answers.lengths`}
          value={answers.lengths}
          onChange={(lengths) => change({ lengths })}
        />
      )}
    </>
  );
}
