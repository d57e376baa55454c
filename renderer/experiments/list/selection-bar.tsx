import { Link } from "@tanstack/react-router";
import { Download, GitCompareArrows, Trash2, X } from "lucide-react";
import { useState } from "react";
import type { ExperimentSummary, ExportFormat } from "../../../main/contract/index.ts";
import { count } from "../../format/text.ts";
import { useAction } from "../../host/requests.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Menu } from "../../ui/menu.tsx";
import { showError } from "../../ui/toasts.tsx";
import { exportLabels, useExport } from "../use-export.ts";

interface SelectionBarProps {
  readonly chosen: readonly ExperimentSummary[];
  readonly onClear: () => void;
}

/** Actions for the experiments selected in a list. */
export function SelectionBar({ chosen, onClear }: SelectionBarProps) {
  const remove = useAction("lab.remove", ["lab.list"]);
  const save = useExport();
  const [doomed, setDoomed] = useState(false);
  const names = chosen.map(({ name }) => `“${name}”`).join(", ");
  const running = chosen.some(({ state }) => state === "running" || state === "paused");
  const removeAll = async () => {
    for (const { id, name } of chosen) {
      await remove
        .mutateAsync({ id })
        .catch((error: unknown) => showError(`“${name}” was not deleted.`, error));
    }
    onClear();
  };
  if (chosen.length === 0) return null;
  const [older, newer] = chosen.toSorted((a, b) => a.createdAt - b.createdAt);
  return (
    <div
      role="group"
      aria-label="Chosen experiments"
      className="flex flex-wrap items-center gap-2 border-line border-b bg-accent-soft px-3 py-1.5"
    >
      <span className="font-medium">{count(chosen.length, "experiment")} chosen</span>
      {chosen.length === 2 && older && newer && (
        <Link
          to="/experiments/compare"
          search={{ before: { id: older.id }, after: { id: newer.id } }}
          className={buttonClass("secondary")}
        >
          <GitCompareArrows aria-hidden="true" />
          Compare
        </Link>
      )}
      <Menu
        trigger={
          <Button>
            <Download aria-hidden="true" />
            Export
          </Button>
        }
        items={(["html", "json", "csv"] satisfies ExportFormat[]).map((format) => ({
          label: exportLabels[format],
          onPick: () =>
            void save(
              chosen.map(({ id }) => id),
              format,
            ),
        }))}
      />
      <Button look="danger" disabled={running} onClick={() => setDoomed(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <Button look="quiet" onClick={onClear}>
        <X aria-hidden="true" />
        Choose none
      </Button>
      <Confirm
        open={doomed}
        title={`Delete ${count(chosen.length, "experiment")}?`}
        verb={chosen.length === 1 ? "Delete experiment" : "Delete experiments"}
        onConfirm={() => void removeAll()}
        onClose={() => setDoomed(false)}
      >
        The measurements of {names} are deleted. This can't be undone.
      </Confirm>
    </div>
  );
}
