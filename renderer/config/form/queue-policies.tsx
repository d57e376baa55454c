import { useState } from "react";
import {
  type ConfigPath,
  type QueuePolicy,
  removeValue,
  setValue,
} from "../../../engine/config/index.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/classes.ts";
import { useConfigView } from "../config-view.ts";
import { Marked } from "./control.tsx";
import { formatDuration } from "../duration.ts";
import { DurationControl } from "./duration-control.tsx";
import { ChoiceControl, NumberControl, SwitchControl } from "./inputs.tsx";
import { type PolicyRow, policyRows } from "../policy-rows.ts";
import { TIMEOUT_SCALE } from "./scales.ts";
import { Columns } from "./section.tsx";

const batching = "dynamic_batching";

/** A table of the default queue policy and those of the priority levels; the selected one can be edited. */
export function QueuePolicies() {
  const { parsed, edit } = useConfigView();
  const [level, setLevel] = useState("");
  const { rows, left } = policyRows(parsed.config.dynamic_batching);
  const row = rows.find((each) => each.level === level) ?? rows[0];
  if (!row) return null;
  const path: ConfigPath =
    row.level === ""
      ? [batching, "default_queue_policy"]
      : [batching, "priority_queue_policy", row.level];
  return (
    <div className="mt-2">
      <h4 className="font-medium">Queue policies</h4>
      <PolicyTable rows={rows} chosen={row.level} onChoose={setLevel} />
      {left > 0 && (
        <p className="mt-1 text-muted text-xs">
          {left} further levels have no policy of their own and take the default one.
        </p>
      )}
      {row.own || row.level === "" ? (
        <PolicyControls path={path} name={row.name} />
      ) : (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          {row.name} takes the default policy.
          <Button onClick={() => edit((text) => setValue(text, path, { ...row.policy }))}>
            Give {row.name.toLowerCase()} a policy of its own
          </Button>
        </p>
      )}
      {row.own && row.level !== "" && (
        <Button
          className="mt-1"
          look="quiet"
          onClick={() => edit((text) => removeValue(text, path))}
        >
          Take the default policy for {row.name.toLowerCase()}
        </Button>
      )}
    </div>
  );
}

interface PolicyTableProps {
  readonly rows: readonly PolicyRow[];
  readonly chosen: string;
  readonly onChoose: (level: string) => void;
}

const heads = ["Requests of", "Timeout", "Then", "Override", "Queue"];

function PolicyTable({ rows, chosen, onChoose }: PolicyTableProps) {
  return (
    <table className="mt-1 w-full border-collapse">
      <caption className="sr-only">Queue policies by priority level</caption>
      <thead className="text-left text-muted text-xs">
        <tr className="border-line border-b">
          {heads.map((head) => (
            <th key={head} scope="col" className="py-1 pr-2 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ level, name, own, policy }) => (
          <tr
            key={level}
            className={cx("border-line border-b", chosen === level && "bg-accent-soft")}
          >
            <th scope="row" className="p-0 text-left font-normal">
              <button
                type="button"
                aria-pressed={chosen === level}
                onClick={() => onChoose(level)}
                className="w-full px-1.5 py-1 text-left font-medium"
              >
                {name}
              </button>
            </th>
            <PolicyCells policy={policy} faint={!own} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PolicyCells({ policy, faint }: { policy: QueuePolicy; faint: boolean }) {
  const { default_timeout_microseconds: timeout, max_queue_size: size } = policy;
  const cells = [
    timeout === 0 ? "none" : formatDuration(timeout),
    timeout === 0 ? "–" : policy.timeout_action === "DELAY" ? "moved behind" : "rejected",
    policy.allow_timeout_override ? "may shorten" : "no",
    size === 0 ? "no limit" : String(size),
  ];
  return cells.map((cell, index) => (
    <td key={heads[index + 1]} className={cx("py-1 pr-2", faint && "text-muted")}>
      {cell}
    </td>
  ));
}

function PolicyControls({ path, name }: { path: ConfigPath; name: string }) {
  const at = (field: string): ConfigPath => [...path, field];
  return (
    <Marked path={path}>
      <fieldset>
        <legend className="sr-only">Queue policy: {name}</legend>
        <DurationControl
          path={at("default_timeout_microseconds")}
          label="Queue timeout"
          scale={TIMEOUT_SCALE}
        />
        <Columns>
          <ChoiceControl path={at("timeout_action")} label="After the timeout" />
          <NumberControl path={at("max_queue_size")} label="Longest queue" />
          <SwitchControl
            path={at("allow_timeout_override")}
            label="Allow shorter timeouts per request"
          />
        </Columns>
      </fieldset>
    </Marked>
  );
}
