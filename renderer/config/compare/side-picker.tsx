import { useOverview, useServerById, useServers } from "../../host/topics.ts";
import type { ComparedSide } from "../../search.ts";
import { Card } from "../../ui/card.tsx";
import { Field, Select } from "../../ui/field.tsx";
import type { Side } from "./use-side.ts";

interface SidePickerProps {
  readonly title: string;
  readonly side: Side;
  readonly onPick: (side: ComparedSide) => void;
}

/** Selects a server, one of its models, and one of the model's texts. */
export function SidePicker({ title, side, onPick }: SidePickerProps) {
  const { server, model, revision, versions } = side;
  const listed = useServers() ?? [];
  const named = useServerById(server);
  const servers = named && !listed.some(({ id }) => id === named.id) ? [...listed, named] : listed;
  const models = useOverview(server || undefined)?.models.map(({ name }) => name) ?? [];
  const names = model === "" || models.includes(model) ? models : [model, ...models];
  return (
    <Card title={title}>
      <div className="grid grid-cols-[1fr_1fr] gap-3 px-4 py-3 [&_select]:w-full">
        <Field label="Server">
          {(control) => (
            <Select
              {...control}
              value={server}
              options={servers.map(({ id, name }) => ({ value: id, label: name }))}
              onPick={(id) => onPick({ server: id, model, revision: "force" })}
            />
          )}
        </Field>
        <Field label="Model">
          {(control) => (
            <Select
              {...control}
              value={model}
              options={[
                ...(model === "" ? [{ value: "", label: "Choose a model" }] : []),
                ...names.map((name) => ({ value: name, label: name })),
              ]}
              onPick={(name) => onPick({ server, model: name, revision: "force" })}
            />
          )}
        </Field>
        {model !== "" && (
          <Field label="Version of the text" className="col-span-2 min-w-0">
            {(control) => (
              <Select
                {...control}
                value={revision}
                options={versions}
                onPick={(value) => onPick({ server, model, revision: value })}
              />
            )}
          </Field>
        )}
      </div>
    </Card>
  );
}
