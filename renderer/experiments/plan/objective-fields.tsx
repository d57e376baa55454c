import { isStreamedPlan } from "../../../main/contract/index.ts";
import { ChatObjectiveFields } from "./chat/chat-objective-fields.tsx";
import { firstObjective } from "./first-goals.ts";
import { usePlan } from "./plan-context.ts";
import { NumberField } from "./number-field.tsx";

/** The latency objective, and whether a step ends once it is certified. */
export function ObjectiveFields() {
  const { plan, errors, change } = usePlan();
  const { objective, stopWhenCertified, goal } = plan;
  return (
    <>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={objective !== null}
          disabled={goal.kind === "search" && objective !== null}
          onChange={(event) =>
            change(
              event.target.checked
                ? { objective: firstObjective(plan) }
                : { objective: null, stopWhenCertified: false },
            )
          }
        />
        <span>
          <span className="font-medium">Set a latency objective</span>
          <span className="block max-w-prose text-muted text-xs">
            Counts goodput, the responses within the objective, and certifies whether it was met.
          </span>
        </span>
      </label>
      {objective && (
        <>
          {isStreamedPlan(plan) && (
            <ChatObjectiveFields
              objective={objective}
              onChange={(next) => change({ objective: next })}
            />
          )}
          <div className="flex flex-wrap gap-6">
            <NumberField
              label="Percentile"
              path="objective.percentile"
              value={objective.percentile}
              onChange={(percentile) => change({ objective: { ...objective, percentile } })}
            />
            <NumberField
              label="At most"
              path="objective.boundMs"
              unit="ms"
              help={
                objective.of === "firstToken"
                  ? "From the instant a request was due to its first token."
                  : "From the instant a request was due to its last byte."
              }
              value={objective.boundMs}
              onChange={(boundMs) => change({ objective: { ...objective, boundMs } })}
            />
          </div>
          <label className="flex items-start gap-2">
            <input
              type="checkbox"
              className="mt-1"
              checked={stopWhenCertified}
              onChange={(event) => change({ stopWhenCertified: event.target.checked })}
            />
            <span>
              <span className="font-medium">End a step as soon as the result is certain</span>
              <span className="block max-w-prose text-muted text-xs">
                At 99 % confidence; a configuration that clearly meets its objective is certified
                after a few hundred requests. A rate that meets it runs for 40 times the objective,
                long enough for a growing queue to show. Profiles, bursts and recorded gaps run to
                their end.
              </span>
            </span>
          </label>
        </>
      )}
      {errors.has("stopWhenCertified") && (
        <p role="alert" className="text-bad text-xs">
          {errors.get("stopWhenCertified")}
        </p>
      )}
    </>
  );
}
