import { useConfigView } from "../config-view.ts";
import { EnsembleEditor } from "./ensemble-editor.tsx";
import { toEnsemble } from "./ensemble.ts";
import { Link } from "@tanstack/react-router";
import { count } from "../../format/text.ts";
import { useRequest } from "../../host/requests.ts";
import type { ModelSearch } from "../../search.ts";
import { ErrorNotice } from "../../ui/notice.tsx";

/** The graph of an ensemble; for every model, the ensembles that contain it. */
export function GraphPanel() {
  const { config, parsed } = useConfigView();
  const ensemble = toEnsemble(parsed.config);
  return (
    <div className="flex flex-col gap-3 px-4 pb-3">
      {ensemble ? (
        <EnsembleEditor ensemble={ensemble} />
      ) : (
        <p className="text-muted">
          {config.model} is one model, not an ensemble of several: its text has no
          ensemble_scheduling to draw.
        </p>
      )}
      <Dependents serverId={config.serverId} model={config.model} quiet={ensemble !== null} />
    </div>
  );
}

interface DependentsProps {
  readonly serverId: string;
  readonly model: string;
  /** Renders nothing without any. */
  readonly quiet?: boolean;
}

/** The ensembles of the server that contain a model. */
function Dependents({ serverId, model, quiet = false }: DependentsProps) {
  const { data, error } = useRequest("models.dependents", { serverId, model });
  if (error) return <ErrorNotice title={`Can't find out what uses ${model}`} error={error} />;
  if (quiet && !data?.length) return null;
  if (!data) return <p className="text-muted">Asking which ensembles use {model}…</p>;
  if (data.length === 0)
    return <p className="text-muted">No ensemble on this server has a step with {model}.</p>;
  return (
    <section aria-label={`Ensembles that use ${model}`}>
      <p>
        {model} is part of {count(data.length, "ensemble")}; a change of its inputs, outputs or
        batch size can make them fail:
      </p>
      <ul className="list-disc pl-5">
        {data.map(({ ensemble, steps }) => (
          <li key={ensemble}>
            <Link
              to="/models/$name"
              params={{ name: ensemble }}
              search={(now: ModelSearch) => ({ ...now, tab: "configuration" })}
              className="font-semibold text-accent hover:underline"
            >
              {ensemble}
            </Link>
            {formatSteps(steps)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatSteps(steps: readonly number[]): string {
  if (steps.length === 0) return ", through another ensemble";
  return `, ${steps.length > 1 ? "steps" : "step"} ${steps.join(", ")}`;
}
