import type { Warmup } from "../../../main/contract/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Fold } from "../../ui/fold.tsx";
import { NumberField, OptionalNumberField } from "./number-field.tsx";
import { usePlan } from "./plan-context.ts";
import { errorWithin } from "./validate.ts";

const firstWarmup: Record<Warmup["kind"], Warmup> = {
  auto: { kind: "auto", mostSeconds: 20 },
  fixed: { kind: "fixed", seconds: 2 },
  requests: { kind: "requests", count: 100 },
};

function describeWarmup(warmup: Warmup): string {
  if (warmup.kind === "auto") return `until it has settled, at most ${warmup.mostSeconds} s`;
  return warmup.kind === "fixed" ? `${warmup.seconds} s` : `${warmup.count} requests`;
}

/** How long is measured, and what is left out. */
export function MeasureFields() {
  const { plan, errors, change } = usePlan();
  const { load, secondsPerStep, requestsPerStep, warmup, seed } = plan;
  return (
    <>
      {load.kind === "profile" && (
        <p className="text-muted">A profile is measured from its first part to its last.</p>
      )}
      {load.kind === "trace" && (
        <p className="text-muted">A trace is measured from its first request to its last.</p>
      )}
      {load.kind !== "profile" && load.kind !== "trace" && (
        <div className="flex flex-wrap gap-6">
          <NumberField
            label="Seconds per step"
            path="secondsPerStep"
            help="Measured, after the warm-up. A p99 needs 459 requests."
            value={secondsPerStep}
            onChange={(seconds) => change({ secondsPerStep: seconds })}
          />
          <OptionalNumberField
            label="Max requests"
            path="requestsPerStep"
            none="no limit"
            help="Ends a step early after this many requests."
            value={requestsPerStep}
            onChange={(most) => change({ requestsPerStep: most })}
          />
        </div>
      )}
      <Fold
        title="Warm-up and seed"
        summary={`${describeWarmup(warmup)}; seed ${seed}`}
        wrong={errorWithin(errors, "warmup") !== null || errors.has("seed")}
      >
        <div className="flex flex-wrap items-start gap-6">
          <div className="flex flex-col items-start gap-1">
            <span className="font-medium">Warm-up</span>
            <Segmented<Warmup["kind"]>
              label="Warm-up"
              options={[
                { value: "auto", label: "Automatic" },
                { value: "fixed", label: "Seconds" },
                { value: "requests", label: "Requests" },
              ]}
              value={warmup.kind}
              onPick={(kind) => change({ warmup: firstWarmup[kind] })}
            />
            <p className="max-w-80 text-muted text-xs">
              {warmup.kind === "auto"
                ? "Load until latency has settled and, where the server reports them, every batch size and instance has run. Not counted."
                : "Load before the measured span, which is not counted."}
            </p>
          </div>
          {warmup.kind === "auto" && (
            <NumberField
              label="At most"
              path="warmup.mostSeconds"
              unit="s"
              value={warmup.mostSeconds}
              onChange={(mostSeconds) => change({ warmup: { kind: "auto", mostSeconds } })}
            />
          )}
          {warmup.kind === "fixed" && (
            <NumberField
              label="Warm-up, seconds"
              path="warmup.seconds"
              value={warmup.seconds}
              onChange={(seconds) => change({ warmup: { kind: "fixed", seconds } })}
            />
          )}
          {warmup.kind === "requests" && (
            <NumberField
              label="Warm-up, requests"
              path="warmup.count"
              value={warmup.count}
              onChange={(count) => change({ warmup: { kind: "requests", count } })}
            />
          )}
          <NumberField
            label="Seed"
            path="seed"
            help="The same seed sends the same bytes at the same instants."
            value={seed}
            onChange={(next) => change({ seed: next })}
          />
        </div>
      </Fold>
    </>
  );
}
