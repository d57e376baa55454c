import { useState } from "react";
import type { BatchingSettings, WhatIfLoad } from "../../main/contract/index.ts";
import { RateFields } from "./arrival-fields.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { GapsField } from "../ui/gaps-field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { TextField } from "../ui/text-field.tsx";
import {
  type Calibrated,
  FIRST_CLIENTS,
  isChanged,
  type Scenario,
  type ScenarioField,
} from "./scenario.ts";
import { doublingSlider, linearSlider, logSlider } from "./slider-scale.ts";
import { SliderField } from "./slider-field.tsx";

interface ScenarioFormProps {
  readonly scenario: Scenario;
  readonly basis: Calibrated;
  readonly errors: ReadonlyMap<ScenarioField, string>;
  readonly onChange: (scenario: Scenario) => void;
}

type Batching = NonNullable<BatchingSettings["batching"]>;

const noLimits: Batching = {
  preferred: [],
  delayUs: 0,
  queueSize: 0,
  timeoutUs: 0,
  timeoutAction: "REJECT",
};

/** Initial loads after a change of kind. */
const FIRST_LOADS: Readonly<Record<WhatIfLoad["kind"], WhatIfLoad>> = {
  rate: { kind: "rate", rate: 100 },
  clients: { kind: "clients", clients: FIRST_CLIENTS },
  intervals: { kind: "intervals", micros: [5000, 15_000] },
};

const PERCENT = linearSlider(0, 100);
const CLIENTS = logSlider(1, 1000);

/** The load and the configuration to predict. */
export function ScenarioForm({ scenario, basis, errors, onChange }: ScenarioFormProps) {
  const { settings, load } = scenario;
  const { maxBatchSize, batching, instances } = settings;
  const active = basis.settings;
  const hitRate = scenario.cacheHitRate ?? basis.cacheHitRate;
  const set = (change: Partial<Scenario>) => onChange({ ...scenario, ...change });
  const setLoad = (next: WhatIfLoad) => set({ load: next });
  const setSettings = (change: Partial<BatchingSettings>) =>
    set({ settings: { ...settings, ...change } });
  const other = (now: number, then: number | null | undefined, unit = "") =>
    then === undefined || then === null || now === then ? undefined : `${then}${unit}`;
  return (
    <div className="flex flex-col gap-4">
      <Card title="Load">
        <div className="flex flex-col gap-3 px-4 py-3">
          <div>
            <Segmented
              label="Kind of load"
              options={[
                { value: "rate", label: "Rate" },
                { value: "clients", label: "Clients" },
                { value: "intervals", label: "Recorded" },
              ]}
              value={load.kind}
              onPick={(kind) => set({ load: FIRST_LOADS[kind] })}
            />
          </div>
          {load.kind === "rate" && <RateFields load={load} errors={errors} onChange={setLoad} />}
          {load.kind === "intervals" && (
            <GapsField
              micros={load.micros}
              error={errors.get("load") ?? null}
              onChange={(micros) => setLoad({ kind: "intervals", micros })}
            />
          )}
          {load.kind === "clients" && (
            <SliderField
              key="clients"
              label="Number of clients"
              help="Each waits for its response before it sends again."
              scale={CLIENTS}
              value={load.clients}
              error={errors.get("load")}
              onChange={(clients) => set({ load: { kind: "clients", clients } })}
            />
          )}
          {active.maxBatchSize > 1 && (
            <SliderField
              label="Items per request"
              scale={doublingSlider(active.maxBatchSize)}
              value={scenario.itemsPerRequest}
              error={errors.get("itemsPerRequest")}
              onChange={(itemsPerRequest) => set({ itemsPerRequest })}
            />
          )}
          <SliderField
            label="Cache hit rate"
            unit="%"
            help="Share of requests that the response cache answers. 0 without a cache."
            scale={PERCENT}
            value={percent(hitRate)}
            active={other(percent(hitRate), percent(basis.cacheHitRate), " %")}
            error={errors.get("cacheHitRate") && "Enter a number from 0 to 100."}
            onChange={(value) => set({ cacheHitRate: value / 100 })}
          />
        </div>
      </Card>
      <Card
        title="Configuration"
        aside={
          <Button
            look="quiet"
            disabled={!isChanged(scenario, basis)}
            onClick={() => set({ settings: active, cacheHitRate: null })}
          >
            Reset to active
          </Button>
        }
      >
        <div className="flex flex-col gap-3 px-4 py-3">
          <SliderField
            label="Instances"
            scale={linearSlider(1, Math.max(16, active.instances))}
            value={instances}
            active={other(instances, active.instances)}
            error={errors.get("instances")}
            onChange={(next) => setSettings({ instances: next })}
          />
          {(instances > 1 || active.instances > 1) && (
            <SliderField
              label="Slowdown per busy instance"
              unit="%"
              help="How much longer a batch takes for each further busy instance: 0 % on separate cores, 100 % on a shared core."
              scale={PERCENT}
              value={percent(scenario.slowdown ?? basis.cost.slowdown)}
              error={errors.get("slowdown") && "Enter a number from 0 to 1000."}
              onChange={(value) => set({ slowdown: value / 100 })}
            />
          )}
          {active.maxBatchSize === 0 ? (
            <p className="text-muted">
              This model takes one request at a time: its max_batch_size is 0.
            </p>
          ) : (
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={batching !== null}
                onChange={(event) =>
                  setSettings({
                    batching: event.target.checked ? (active.batching ?? noLimits) : null,
                  })
                }
              />
              <span className="font-medium">Dynamic batching</span>
            </label>
          )}
          {batching && active.maxBatchSize > 0 && (
            <>
              <SliderField
                label="Max batch size"
                scale={doublingSlider(Math.max(128, active.maxBatchSize))}
                value={maxBatchSize}
                active={other(maxBatchSize, active.maxBatchSize)}
                error={errors.get("maxBatchSize")}
                onChange={(next) => setSettings({ maxBatchSize: next })}
              />
              <BatchingFields
                batching={batching}
                active={active.batching}
                errors={errors}
                onChange={(next) => setSettings({ batching: next })}
              />
            </>
          )}
        </div>
      </Card>
    </div>
  );
}

const percent = (share: number) => Number((share * 100).toFixed(2));

interface BatchingFieldsProps {
  readonly batching: Batching;
  readonly active: Batching | null;
  readonly errors: ReadonlyMap<ScenarioField, string>;
  readonly onChange: (batching: Batching) => void;
}

const DELAY_MS = logSlider(0.1, 1000, true);
const TIMEOUT_MS = logSlider(1, 10_000, true);
const QUEUE = logSlider(1, 10_000, true);

/** Options of the dynamic batcher: sizes, delay and queue limits. */
function BatchingFields({ batching, active, errors, onChange }: BatchingFieldsProps) {
  const { delayUs, queueSize, timeoutUs } = batching;
  const set = (change: Partial<Batching>) => onChange({ ...batching, ...change });
  const other = (now: number, then: number | null | undefined, unit = "") =>
    then === undefined || then === null || now === then ? undefined : `${then}${unit}`;
  return (
    <>
      <PreferredField
        sizes={batching.preferred}
        error={errors.get("preferred")}
        onChange={(preferred) => set({ preferred })}
      />
      <SliderField
        label="Batching delay"
        unit="ms"
        help="Holds requests to form larger batches. 0: none."
        scale={DELAY_MS}
        value={delayUs / 1000}
        active={other(delayUs / 1000, active && active.delayUs / 1000, " ms")}
        error={errors.get("delayUs") && "Enter milliseconds from 0 to 100000."}
        onChange={(ms) => set({ delayUs: Math.round(ms * 1000) })}
      />
      <SliderField
        label="Max queue size"
        help="Rejects requests beyond it. 0: no limit."
        scale={QUEUE}
        value={queueSize}
        active={other(queueSize, active?.queueSize)}
        error={errors.get("queueSize")}
        onChange={(next) => set({ queueSize: next })}
      />
      <SliderField
        label="Queue timeout"
        unit="ms"
        help="0: none."
        scale={TIMEOUT_MS}
        value={timeoutUs / 1000}
        active={other(timeoutUs / 1000, active && active.timeoutUs / 1000, " ms")}
        error={errors.get("timeoutUs") && "Enter milliseconds from 0 to 1000000."}
        onChange={(ms) => set({ timeoutUs: Math.round(ms * 1000) })}
      />
    </>
  );
}

interface PreferredFieldProps {
  readonly sizes: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (sizes: number[]) => void;
}

const readSizes = (text: string) =>
  text.trim() === ""
    ? []
    : text.split(",").map((each) => (each.trim() === "" ? Number.NaN : Number(each)));

function PreferredField({ sizes, error, onChange }: PreferredFieldProps) {
  const [text, setText] = useState(sizes.join(", "));
  const same = JSON.stringify(readSizes(text)) === JSON.stringify(sizes);
  return (
    <TextField
      label="Preferred batch sizes"
      example="none"
      help="Sizes that are sent at once, separated by commas. Empty: only the maximum."
      value={same ? text : sizes.join(", ")}
      error={error ?? null}
      onChange={(next) => {
        setText(next);
        onChange(readSizes(next));
      }}
    />
  );
}
