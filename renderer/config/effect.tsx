import { RefreshCw } from "lucide-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import type {
  ConfigEffect,
  ConfigState,
  EffectKind,
  EnsembleChanges,
} from "../../main/contract/index.ts";
import type { Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { FieldChanges } from "../ui/pbtxt/field-changes.tsx";
import { findingChanges } from "./finding-changes.ts";
import { useCheckOptions } from "./use-analysis.ts";

const kinds: Record<EffectKind, { title: string; tone: Exclude<Tone, "neutral"> }> = {
  none: { title: "No change to the active configuration", tone: "good" },
  "in-place": { title: "Changes in place", tone: "good" },
  reload: { title: "Reloads the model", tone: "warn" },
  load: { title: "Loads the model", tone: "accent" },
  refused: { title: "This server does not accept configurations by call", tone: "bad" },
  unknown: { title: "Can't preview the effect", tone: "warn" },
};

interface EffectProps {
  readonly config: ConfigState;
  readonly text: string;
  readonly effect: Pick<UseQueryResult<ConfigEffect>, "data" | "error" | "refetch" | "isFetching">;
}

/** The effect of applying a text: kind of change, changed fields, dependent and broken ensembles. */
export function Effect({ config, text, effect }: EffectProps) {
  const { data, error, refetch, isFetching } = effect;
  const again = (
    <Button onClick={() => void refetch()} disabled={isFetching}>
      <RefreshCw aria-hidden="true" />
      Retry
    </Button>
  );
  if (error)
    return (
      <Notice tone="warn" title="Can't preview the effect" actions={again}>
        {error.message}
      </Notice>
    );
  if (!data) return <p className="text-muted">Checking the effect…</p>;
  return (
    <section aria-label="Effect" className="flex flex-col gap-3">
      <Notice
        tone={kinds[data.kind].tone}
        title={kinds[data.kind].title}
        actions={data.kind === "unknown" || data.kind === "refused" ? again : undefined}
      >
        {data.reason}
        {data.kind === "refused" && <Instead />}
        <Dependents effect={data} />
      </Notice>
      {data.changes.length > 0 && <FieldChanges label="Changed fields" changes={data.changes} />}
      <BrokenEnsembles model={config.model} changes={data.ensembles} />
      <Findings config={config} before={data.before.text} after={text} />
    </section>
  );
}

function Instead() {
  return (
    <p className="mt-1">
      Save the text as its config.pbtxt instead: a server that polls its repository takes it up by
      itself, any other when it is started again. Loading by call needs{" "}
      <code>--model-control-mode=explicit</code>.
    </p>
  );
}

function Dependents({ effect: { dependents, kind } }: { effect: ConfigEffect }) {
  if (dependents.length === 0) return null;
  const names = dependents.join(", ");
  return (
    <p className="mt-1">
      {dependents.length === 1 ? "One ensemble depends on it: " : "These ensembles depend on it: "}
      <b>{names}</b>.{" "}
      {kind === "reload" &&
        `${dependents.length === 1 ? "It is" : "They are"} checked against the new model and reloaded with it.`}
    </p>
  );
}

interface BrokenEnsemblesProps {
  readonly model: string;
  readonly changes: EnsembleChanges;
}

/** Ensembles that the new configuration would take out of service, or keep from loading, with the server's messages. */
function BrokenEnsembles({ model, changes: { refused, unjudged } }: BrokenEnsemblesProps) {
  const stops = refused.filter(({ serves }) => serves);
  const others = refused.filter(({ serves }) => !serves);
  return (
    <>
      {stops.length > 0 && (
        <Notice tone="bad" title="This stops ensembles">
          <EnsembleList label="Ensembles that stop serving" ensembles={stops} />
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="warn" title="Ensembles that are not loaded could no longer be loaded">
          <EnsembleList label="Ensembles that could no longer be loaded" ensembles={others} />
        </Notice>
      )}
      {unjudged.length > 0 && (
        <p className="text-muted">
          Not judged: <b>{few(unjudged)}</b>. Models that aren't loaded and whose files can't be
          read may be ensembles over {model}.
        </p>
      )}
    </>
  );
}

const FEW = 5;

function few(names: readonly string[]): string {
  const more = names.length - FEW;
  return names.slice(0, FEW).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

interface EnsembleListProps {
  readonly label: string;
  readonly ensembles: EnsembleChanges["refused"];
}

function EnsembleList({ label, ensembles }: EnsembleListProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1">
      {ensembles.map(({ ensemble, message }) => (
        <li key={`${ensemble} ${message}`}>
          <b>{ensemble}</b>: {message}
        </li>
      ))}
    </ul>
  );
}

interface FindingsProps {
  readonly config: ConfigState;
  readonly before: string;
  readonly after: string;
}

function Findings({ config, before, after }: FindingsProps) {
  const options = useCheckOptions(config);
  const { added, uncovered, removed } = useMemo(
    () => findingChanges(before, after, options),
    [before, after, options],
  );
  if (added.length + uncovered.length + removed.length === 0) return null;
  return (
    <ul aria-label="Findings" className="flex flex-col gap-1">
      {added.map((finding) => (
        <li key={`+${finding.from} ${finding.message}`}>
          <b className={finding.severity === "error" ? "text-bad" : "text-warn"}>
            New {finding.severity}
          </b>
          , line {finding.line}: {finding.message}
        </li>
      ))}
      {uncovered.map((finding) => (
        <li key={`?${finding.from} ${finding.message}`}>
          <b className={finding.severity === "error" ? "text-bad" : "text-warn"}>
            Seen only now: {finding.severity}
          </b>
          , line {finding.line}: {finding.message}
        </li>
      ))}
      {removed.map((finding) => (
        <li key={`-${finding.from} ${finding.message}`} className="text-muted">
          <b className="text-good">Fixed</b>: {finding.message}
        </li>
      ))}
    </ul>
  );
}
