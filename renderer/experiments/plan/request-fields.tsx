import { NumberField, OptionalNumberField } from "./number-field.tsx";
import type { TrafficPart } from "./part.ts";

/** Options of requests beyond their inputs. */
export function RequestFields({ traffic, at, set }: TrafficPart) {
  const { deadlineMs, priority, timeoutMicros, sequence } = traffic;
  return (
    <>
      <div className="flex flex-wrap gap-6">
        <OptionalNumberField
          label="Deadline"
          path={`${at}.deadlineMs`}
          unit="ms"
          none="never"
          help="The client cancels a request after this time."
          value={deadlineMs}
          onChange={(next) => set({ deadlineMs: next })}
        />
        <NumberField
          label="Priority"
          path={`${at}.priority`}
          help="1 is highest; 0 is the model's default."
          value={priority}
          onChange={(next) => set({ priority: next })}
        />
        <OptionalNumberField
          label="Queue timeout"
          path={`${at}.timeoutMicros`}
          unit="µs"
          none="the model's"
          help="Longest wait in the server's queue."
          value={timeoutMicros}
          onChange={(next) => set({ timeoutMicros: next })}
        />
      </div>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={sequence !== null}
          onChange={(event) =>
            set({ sequence: event.target.checked ? { shortest: 5, longest: 20 } : null })
          }
        />
        <span className="font-medium">Requests belong to sequences</span>
      </label>
      {sequence && (
        <div className="flex flex-wrap gap-6">
          <NumberField
            label="Shortest sequence"
            path={`${at}.sequence.shortest`}
            unit="requests"
            value={sequence.shortest}
            onChange={(shortest) => set({ sequence: { ...sequence, shortest } })}
          />
          <NumberField
            label="Longest sequence"
            path={`${at}.sequence.longest`}
            unit="requests"
            value={sequence.longest}
            onChange={(longest) => set({ sequence: { ...sequence, longest } })}
          />
        </div>
      )}
    </>
  );
}
