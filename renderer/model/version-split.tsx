import { useId, useState } from "react";
import { formatPercent } from "../format/numbers.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { TextInput } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { showError, showSuccess } from "../ui/toasts.tsx";
import { readShares, type Weights } from "./shares.ts";

interface VersionSplitProps {
  readonly serverId: string;
  readonly model: string;
  /** Ascending. */
  readonly versions: readonly string[];
}

/** Splits traffic without a version by weights; off until weights are applied. */
export function VersionSplitForm({ serverId, model, versions }: VersionSplitProps) {
  const { data, error } = useRequest("models.versionSplit", { serverId, model });
  const set = useAction("models.setVersionSplit", ["models.versionSplit"]);
  const [typed, setTyped] = useState<Weights | null>(null);
  const id = useId();
  const newest = versions.at(-1) ?? "";
  if (error) return <ErrorNotice title="Can't read the split" error={error} />;
  const inForce = data?.weights ?? {};
  const on = Object.keys(inForce).length > 0;
  const weights = typed ?? firstWeights(versions, inForce, newest);
  const { shares, error: wrong } = readShares(weights);
  const apply = (next: Record<string, number>, done: string) =>
    set.mutate(
      { serverId, model, weights: next },
      {
        onSuccess: () => {
          setTyped(null);
          showSuccess(done);
        },
        onError: (failure) => showError("Can't set the split.", failure),
      },
    );
  return (
    <form
      aria-label={`Split traffic to ${model} among versions`}
      className="flex flex-col gap-2 border-line border-t px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (shares) apply(toNumbers(weights), `Traffic to ${model} is split`);
      }}
    >
      <p className="text-muted">
        {on
          ? "Traffic that names no version is split by these weights, from the next request on."
          : `Not split: traffic that names no version goes to version ${newest}, the newest. Enter weights to split it.`}{" "}
        Weights may sum to anything. Only Batchdeck’s engine does this; Triton doesn't support it.
      </p>
      <div className="flex flex-wrap items-end gap-4">
        {versions.map((version) => (
          <div key={version} className="flex flex-col gap-1">
            <label htmlFor={`${id}-${version}`} className="font-medium">
              Weight of version {version}
            </label>
            <span className="flex items-center gap-2">
              <TextInput
                id={`${id}-${version}`}
                inputMode="decimal"
                className="w-24"
                value={weights[version] ?? ""}
                aria-invalid={wrong !== null}
                onChange={(event) => setTyped({ ...weights, [version]: event.target.value })}
              />
              <span className="w-14 text-muted">
                {shares ? formatPercent(shares[version] ?? 0) : "–"}
              </span>
            </span>
          </div>
        ))}
        <Button
          type="submit"
          look="primary"
          disabled={shares === null || set.isPending || (on && typed === null)}
        >
          {set.isPending ? "Applying…" : on ? "Apply" : "Split traffic"}
        </Button>
        {on && (
          <Button
            disabled={set.isPending}
            onClick={() => apply({}, `All traffic to ${model} goes to version ${newest}`)}
          >
            Reset to newest
          </Button>
        )}
      </div>
      {wrong && (
        <p role="alert" className="text-bad text-xs">
          {wrong}
        </p>
      )}
    </form>
  );
}

/** Initial values: the active weights, or 90 for the second newest version and 10 for the newest. */
function firstWeights(
  versions: readonly string[],
  inForce: Readonly<Record<string, number>>,
  newest: string,
): Weights {
  const before = versions.at(-2);
  const suggested = (version: string) =>
    version === newest ? "10" : version === before ? "90" : "0";
  const on = Object.keys(inForce).length > 0;
  return Object.fromEntries(
    versions.map((version) => [version, on ? String(inForce[version] ?? 0) : suggested(version)]),
  );
}

function toNumbers(weights: Weights): Record<string, number> {
  return Object.fromEntries(
    Object.entries(weights)
      .map(([version, text]): [string, number] => [version, Number(text)])
      .filter(([, weight]) => weight > 0),
  );
}
