import { RefreshCw } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import type { ConfigEffect, ConfigState, EffectKind } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useServers } from "../host/topics.ts";
import type { Tone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { completedDraft, newlyRefused } from "./ensemble-changes.ts";
import { FieldChanges } from "./field-changes.tsx";
import { findingChanges } from "./finding-changes.ts";
import { stepModels, useModels } from "./graph/use-models.ts";
import { useCheckOptions } from "./use-analysis.ts";

const kinds: Record<EffectKind, { title: string; tone: Exclude<Tone, "neutral"> }> = {
  none: { title: "Nothing changes for what serves", tone: "good" },
  "in-place": { title: "Changes in place", tone: "good" },
  reload: { title: "Reloads the model", tone: "warn" },
  load: { title: "Loads the model", tone: "accent" },
  refused: { title: "This server takes no configuration by call", tone: "bad" },
  unknown: { title: "What it would do cannot be told", tone: "warn" },
};

interface EffectProps {
  readonly config: ConfigState;
  readonly text: string;
}

/** What applying a text does on its server: the kind of change, the fields, who depends on it, what it breaks. */
export function Effect({ config, text }: EffectProps) {
  const { serverId, model } = config;
  const { data, error, refetch, isFetching } = useRequest("configs.effect", {
    serverId,
    model,
    text,
  });
  const state = useServers()?.find(({ id }) => id === serverId)?.state;
  const seen = useRef(state);
  useEffect(() => {
    // A server that has gone or come back has another answer.
    if (seen.current !== undefined && seen.current !== state) void refetch();
    seen.current = state;
  }, [state, refetch]);
  const again = (
    <Button onClick={() => void refetch()} disabled={isFetching}>
      <RefreshCw aria-hidden="true" />
      Ask again
    </Button>
  );
  if (error)
    return (
      <Notice tone="warn" title="The effect could not be asked for" actions={again}>
        {error.message}
      </Notice>
    );
  if (!data) return <p className="text-muted">Asking the server what this would do…</p>;
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
      {data.dependents.length > 0 && data.kind !== "unknown" && (
        <Refused config={config} text={text} ensembles={data.dependents} />
      )}
      <Findings config={config} text={text} />
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
      {kind === "reload" && "They are checked against the new model and loaded anew with it."}
    </p>
  );
}

interface RefusedProps extends EffectProps {
  readonly ensembles: readonly string[];
}

/** The ensembles that would no longer load with the model's new configuration, in the server's words. */
function Refused({ config, text, ensembles }: RefusedProps) {
  const { serverId, model } = config;
  const known = useModels(serverId, ensembles);
  const steps = useMemo(
    () => [
      ...new Set(
        [...known.values()].flatMap((each) =>
          each.state === "known" ? stepModels(each.config) : [],
        ),
      ),
    ],
    [known],
  );
  const models = useModels(serverId, steps);
  const refused = useMemo(
    () => newlyRefused(known, models, model, completedDraft(text, config)),
    [known, models, model, text, config],
  );
  if (refused.length === 0) return null;
  return (
    <Notice tone="bad" title="With this, ensembles stop serving">
      <ul aria-label="Ensembles that stop serving" className="flex flex-col gap-1">
        {refused.map(({ ensemble, message }) => (
          <li key={`${ensemble} ${message}`}>
            <b>{ensemble}</b>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Findings({ config, text }: EffectProps) {
  const options = useCheckOptions(config);
  const { added, removed } = useMemo(
    () => findingChanges(config.text, text, options),
    [config.text, text, options],
  );
  if (added.length + removed.length === 0) return null;
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
      {removed.map((finding) => (
        <li key={`-${finding.from} ${finding.message}`} className="text-muted">
          <b className="text-good">Mended</b>: {finding.message}
        </li>
      ))}
    </ul>
  );
}
