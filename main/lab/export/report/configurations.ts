import { type Html, html } from "../../../reports/index.ts";
import type { Exported } from "../json.ts";

/** The configurations that served when it was measured. */
export function activeConfigurations({ environment }: Exported): Html {
  const { configText, otherConfigs = {} } = environment;
  return html`<h3>Active configuration</h3><pre>${configText || "unknown"}</pre>${Object.entries(
    otherConfigs,
  ).map(([model, text]) => html`<h3>Active configuration of ${model}</h3><pre>${text}</pre>`)}`;
}
