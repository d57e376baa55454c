import type { OnnxReport } from "../../../main/contract/index.ts";
import { formatBytes } from "../../format/numbers.ts";
import { count } from "../../format/text.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Section } from "./section.tsx";

const externalStates = {
  present: "there",
  missing: "missing: the model can't be loaded",
  "too short": "too short for its weights: the model can't be loaded",
  outside: "outside of the model's folder",
};

/** The file's producer and other metadata. */
export function About({ report }: { report: OnnxReport }) {
  const { producer, opsets, metadata, functions, external } = report;
  const facts: [string, string][] = [
    ["IR version", String(report.irVersion)],
    [
      "Operator sets",
      opsets.map(({ domain, version }) => `${domain || "ai.onnx"} ${version}`).join(", "),
    ],
    ["Producer", `${producer.name} ${producer.version}`.trim()],
    ["Graph", report.graphName],
    ["Domain", report.domain],
    ["Model version", report.modelVersion === 0 ? "" : String(report.modelVersion)],
    ["Description", report.description],
    ["Nodes", nodesText(report)],
    [
      "Functions",
      functions
        .map(({ domain, name, nodes }) => `${domain}.${name} (${count(nodes, "node")})`)
        .join(", "),
    ],
    ...external.map(({ location, tensors, bytes, state }): [string, string] => [
      `External data ${location}`,
      `${count(tensors, "weight")}, ${formatBytes(bytes)}, ${externalStates[state]}`,
    ]),
    ...metadata.map(({ key, value }): [string, string] => [`Metadata ${key}`, value]),
  ];
  return (
    <Section title="About the file">
      <DataTable
        caption="About the file"
        columns={[
          { key: "fact", head: "Fact" },
          { key: "value", head: "Value" },
        ]}
        rows={facts
          .filter(([, value]) => value !== "")
          .map(([fact, value]) => ({
            key: fact,
            cells: [
              fact,
              <span key="value" className="break-words">
                {value}
              </span>,
            ],
          }))}
      />
    </Section>
  );
}

function nodesText({ nodes, subgraphs }: OnnxReport): string {
  const inner = subgraphs > 0 ? `, those of ${count(subgraphs, "subgraph")} included` : "";
  return `${nodes}${inner}`;
}
