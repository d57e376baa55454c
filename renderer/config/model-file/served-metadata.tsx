import type { ModelDetail } from "../../../main/contract/index.ts";
import { useRequest } from "../../host/requests.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Section } from "./section.tsx";
import { shapeText } from "./shape-text.ts";

/** What the server's metadata reports where the file itself is out of reach. */
export function ServedMetadata({ serverId, model }: { serverId: string; model: string }) {
  const { data, error } = useRequest("models.detail", { serverId, model });
  if (error) return <ErrorNotice title="The server doesn't report it either" error={error} />;
  if (!data) return <p className="text-muted">Asking the server…</p>;
  if (!data.ready)
    return (
      <p className="text-muted">{model} is not loaded, so the server reports nothing about it.</p>
    );
  return (
    <Section title="Reported by the server">
      <p>
        Platform {data.platform || "not named"}, serving{" "}
        {data.versions
          .filter(({ state }) => state === "READY")
          .map(({ version }) => `version ${version}`)
          .join(", ")}
        . Shapes have the batch dimension where the model batches.
      </p>
      <DataTable
        caption="Inputs and outputs reported by the server"
        columns={[
          { key: "name", head: "Name" },
          { key: "role", head: "Role" },
          { key: "type", head: "Type" },
          { key: "shape", head: "Shape" },
        ]}
        rows={[...rowsOf("input", data.inputs), ...rowsOf("output", data.outputs)]}
      />
    </Section>
  );
}

function rowsOf(role: string, tensors: ModelDetail["inputs"]) {
  return tensors.map(({ name, datatype, shape }) => ({
    key: `${role} ${name}`,
    cells: [name, role, datatype, shapeText(shape.map((dim) => (dim === -1 ? null : dim)))],
  }));
}
