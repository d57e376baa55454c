import { useConfigView } from "../config-view.ts";
import { Dependents } from "./dependents.tsx";
import { EnsembleEditor } from "./ensemble-editor.tsx";
import { ensembleOf } from "./ensemble.ts";

/** The graph of an ensemble; for every model, the ensembles that it is part of. */
export function GraphPanel() {
  const { config, parsed } = useConfigView();
  const ensemble = ensembleOf(parsed.config);
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
