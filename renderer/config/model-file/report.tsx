import { useState } from "react";
import type { OnnxReport } from "../../../main/contract/index.ts";
import { formatBytes, formatCount } from "../../format/numbers.ts";
import { count } from "../../format/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { About } from "./about.tsx";
import { judgeBatching } from "./batchable.ts";
import { Comparison } from "./comparison.tsx";
import { Section } from "./section.tsx";
import { shapeText } from "./shape-text.ts";

/** Maximum number of visible rows; the search finds the others. */
const SHOWN = 100;

export function Report({ report }: { report: OnnxReport }) {
  const [search, setSearch] = useState("");
  const { inputs, outputs, weights, operators, parameters } = report;
  const wanted = search.trim().toLowerCase();
  const matches = (...texts: readonly string[]) =>
    wanted === "" || texts.some((text) => text.toLowerCase().includes(wanted));
  const foundWeights = weights.filter(({ name, datatype }) => matches(name, datatype));
  const foundOperators = operators.filter(({ domain, name }) => matches(name, domain));
  return (
    <>
      <Section title="Compared with the configuration">
        <Comparison report={report} />
      </Section>
      <BatchingSection report={report} />
      <Section title="Inputs and outputs">
        <DataTable
          caption="Inputs and outputs of the file"
          columns={[
            { key: "name", head: "Name" },
            { key: "role", head: "Role" },
            { key: "type", head: "Type" },
            { key: "shape", head: "Shape" },
          ]}
          rows={[
            ...inputs.map((tensor) => ({ role: "input", tensor })),
            ...outputs.map((tensor) => ({ role: "output", tensor })),
          ].map(({ role, tensor: { name, datatype, shape } }) => ({
            key: `${role} ${name}`,
            cells: [name, role, datatype, <Shape key="shape" text={shapeText(shape)} />],
          }))}
        />
      </Section>
      <About report={report} />
      <Field
        label="Search weights and operators"
        help={
          wanted === ""
            ? undefined
            : `${count(foundWeights.length, "weight")}, ${count(foundOperators.length, "operator")}`
        }
      >
        {(control) => (
          <TextInput
            {...control}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </Field>
      <Section title="Weights">
        <p className="text-muted">
          {formatCount(parameters.elements)} parameters in {count(parameters.tensors, "tensor")},{" "}
          {formatBytes(parameters.bytes)}.{" "}
          {parameters.tensors > weights.length && `The ${weights.length} largest are listed. `}
          {foundWeights.length > SHOWN && `Shown are ${SHOWN}; search for others.`}
        </p>
        <DataTable
          caption="Weights by size"
          columns={[
            { key: "name", head: "Name" },
            { key: "type", head: "Type" },
            { key: "shape", head: "Shape" },
            { key: "size", head: "Size", numeric: true },
            { key: "share", head: "Of all", numeric: true },
          ]}
          rows={foundWeights.slice(0, SHOWN).map((weight, at) => ({
            key: `${at} ${weight.name}`,
            cells: [
              <span key="name" className="break-all">
                {weight.name || "without a name"}{" "}
                {weight.external !== null && <Badge>in {weight.external}</Badge>}
                {weight.origin === "constant" && <Badge>Constant</Badge>}
              </span>,
              weight.datatype,
              <Shape key="shape" text={shapeText(weight.shape)} />,
              formatBytes(weight.bytes),
              parameters.bytes > 0
                ? `${((100 * weight.bytes) / parameters.bytes).toFixed(1)} %`
                : "–",
            ],
          }))}
        />
      </Section>
      <Section title="Operators">
        <DataTable
          caption="Operators by count"
          columns={[
            { key: "name", head: "Operator" },
            { key: "domain", head: "Domain" },
            { key: "count", head: "Nodes", numeric: true },
          ]}
          rows={foundOperators.slice(0, SHOWN).map(({ domain, name, count: nodes }) => ({
            key: `${domain} ${name}`,
            cells: [name, domain || "ai.onnx", nodes],
          }))}
        />
      </Section>
    </>
  );
}

function Shape({ text }: { text: string }) {
  return (
    <span className="font-mono" data-hint="A name or ? is a variable size.">
      {text}
    </span>
  );
}

function BatchingSection({ report }: { report: OnnxReport }) {
  const { batchable, tensors, advice } = judgeBatching(report);
  return (
    <Section title={batchable ? "It can be batched" : "It cannot be batched"}>
      <ul className="list-disc pl-5">
        {tensors.map(({ name, role, batches, reason }) => (
          <li key={`${role} ${name}`} className={batches ? undefined : "text-bad"}>
            {role === "input" ? "Input" : "Output"} <span className="font-mono">{name}</span>:{" "}
            {reason}
          </li>
        ))}
        {advice.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Section>
  );
}
