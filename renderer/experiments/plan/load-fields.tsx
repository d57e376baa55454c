import type { Arrivals, Load } from "../../../main/contract/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { firstSearch } from "./first-goals.ts";
import { GapsField } from "../../ui/gaps-field.tsx";
import { LevelsField } from "./levels-field.tsx";
import { loadKinds } from "./load-kinds.ts";
import { NumberField, OptionalNumberField } from "./number-field.tsx";
import { usePlan } from "./plan-context.ts";
import { ProfileFields } from "./profile-fields.tsx";
import { errorWithin } from "./validate.ts";

/** How requests arrive. */
export function LoadFields() {
  const { plan, errors, change } = usePlan();
  const { load, goal } = plan;
  const kind = loadKinds.find(({ value }) => value === load.kind);
  const searching = goal.kind === "search";
  const hasTrace = plan.traffic.some(
    ({ inputs }) => inputs.kind === "chat" && inputs.prompts.kind === "trace",
  );
  const kinds = searching
    ? loadKinds.filter(({ value }) => value === "concurrency" || value === "rate")
    : loadKinds.filter(({ value }) => value !== "trace" || hasTrace);
  return (
    <>
      <div className="flex flex-col items-start gap-1.5">
        <Segmented
          label="Load"
          options={kinds.map(({ value, label }) => ({ value, label }))}
          value={load.kind}
          onPick={(value) => {
            const picked = loadKinds.find((each) => each.value === value);
            if (!picked || value === load.kind) return;
            change({ load: picked.first, ...(searching && { goal: firstSearch(value) }) });
          }}
        />
        <p className="max-w-prose text-muted text-xs">{kind?.about}</p>
        {errors.has("load") && <p className="text-bad text-xs">{errors.get("load")}</p>}
      </div>
      <OneLoad load={load} onChange={(next) => change({ load: next })} searching={searching} />
    </>
  );
}

interface OneLoadProps {
  readonly load: Load;
  readonly searching: boolean;
  readonly onChange: (load: Load) => void;
}

function OneLoad({ load, searching, onChange }: OneLoadProps) {
  const { plan, errors } = usePlan();
  const each =
    plan.goal.kind === "compare" ? "Every candidate is measured at it." : "Each is one step.";
  switch (load.kind) {
    case "concurrency":
      return (
        <>
          {!searching && (
            <LevelsField
              legend="Concurrencies"
              noun="Concurrency"
              help={`Requests in flight at once. ${each}`}
              suggested={[1, 2, 4, 8, 16, 32, 64]}
              rules={{ whole: true, least: 1, most: 4096 }}
              value={load.levels}
              error={errorWithin(errors, "load.levels")}
              onChange={(levels) => onChange({ ...load, levels })}
            />
          )}
          <NumberField
            label="Think time"
            path="load.thinkMs"
            unit="ms"
            help="Delay between a response and the client's next request. Default 0 ms."
            className="w-full"
            value={load.thinkMs}
            onChange={(thinkMs) => onChange({ ...load, thinkMs })}
          />
          <OptionalNumberField
            label="Pace"
            path="load.paceMs"
            unit="ms"
            none="any"
            help="Requests of a client begin at least this far apart. Default: any."
            className="w-full"
            value={load.paceMs ?? null}
            onChange={(paceMs) => onChange({ ...load, paceMs })}
          />
        </>
      );
    case "rate":
      return (
        <>
          {!searching && (
            <LevelsField
              legend="Rates"
              noun="Rate"
              help={`Requests per second. ${each}`}
              suggested={[10, 50, 100, 200, 500, 1000]}
              rules={{ whole: false, least: 0.01, most: 1_000_000 }}
              value={load.rates}
              error={errorWithin(errors, "load.rates")}
              onChange={(rates) => onChange({ ...load, rates })}
            />
          )}
          <ArrivalsField
            arrivals={load.arrivals}
            onChange={(arrivals) => onChange({ ...load, arrivals })}
          />
        </>
      );
    case "profile":
      return (
        <>
          <ProfileFields parts={load.parts} onChange={(parts) => onChange({ ...load, parts })} />
          <ArrivalsField
            arrivals={load.arrivals}
            onChange={(arrivals) => onChange({ ...load, arrivals })}
          />
        </>
      );
    case "trace":
      return (
        <LevelsField
          legend="Speeds"
          noun="Speed"
          help="2 sends the trace's requests in half the recorded time. Each is one step."
          suggested={[0.5, 1, 2, 4, 8]}
          rules={{ whole: false, least: 0.001, most: 1000 }}
          value={load.speeds}
          error={errorWithin(errors, "load.speeds")}
          onChange={(speeds) => onChange({ ...load, speeds })}
        />
      );
    case "bursts":
      return (
        <div className="flex flex-wrap gap-6">
          <NumberField
            label="Requests at once"
            path="load.size"
            value={load.size}
            onChange={(size) => onChange({ ...load, size })}
          />
          <NumberField
            label="Every"
            path="load.everyMs"
            unit="ms"
            value={load.everyMs}
            onChange={(everyMs) => onChange({ ...load, everyMs })}
          />
        </div>
      );
    case "intervals":
      return (
        <div className="flex flex-wrap items-start gap-6">
          <GapsField
            className="w-72"
            micros={load.micros}
            error={errorWithin(errors, "load.micros")}
            onChange={(micros) => onChange({ ...load, micros })}
          />
        </div>
      );
  }
}

interface ArrivalsFieldProps {
  readonly arrivals: Arrivals;
  readonly onChange: (arrivals: Arrivals) => void;
}

const about: Record<Arrivals["kind"], string> = {
  constant: "The same gap every time, the easiest traffic for a server.",
  poisson: "Like independent callers: gaps vary, and some requests come close together.",
  gamma: "Below 1 burstier than independent callers, above 1 more even.",
};

/** Distribution of an open loop's gaps. */
function ArrivalsField({ arrivals, onChange }: ArrivalsFieldProps) {
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">Arrivals</span>
        <Segmented<Arrivals["kind"]>
          label="Arrivals"
          options={[
            { value: "constant", label: "Constant" },
            { value: "poisson", label: "Poisson" },
            { value: "gamma", label: "Gamma" },
          ]}
          value={arrivals.kind}
          onPick={(kind) => onChange(kind === "gamma" ? { kind, burstiness: 0.5 } : { kind })}
        />
        <p className="max-w-prose text-muted text-xs">{about[arrivals.kind]}</p>
      </div>
      {arrivals.kind === "gamma" && (
        <NumberField
          label="Burstiness"
          path="load.arrivals.burstiness"
          help="1 is Poisson; less is burstier."
          value={arrivals.burstiness}
          onChange={(burstiness) => onChange({ kind: "gamma", burstiness })}
        />
      )}
    </div>
  );
}
