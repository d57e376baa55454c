import type { ReactNode } from "react";
import type { Advice, ServerStatus } from "../../main/contract/index.ts";
import { TIME_BASE_TEXT } from "../figures/time-base.ts";
import { isTriton } from "../host/capability.ts";
import { useModelRepositories } from "../host/model-repositories.ts";
import { useAdvice } from "../host/use-advice.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { TextInput } from "../ui/field.tsx";
import { ModelsTable } from "./models-table.tsx";
import { type ModelsOrder, orderBy, sortModels } from "../figures/sort-models.ts";
import { useServerModels } from "./use-server-models.ts";

/** Number of models from which a filter is shown. */
const MANY = 6;

const none: readonly Advice[] = [];

interface ModelsCardProps {
  readonly server: ServerStatus;
  readonly order: ModelsOrder;
  readonly onOrder: (order: ModelsOrder) => void;
  /** With versions, and buttons that load and unload. */
  readonly manage?: boolean;
  readonly aside?: ReactNode;
}

/** The models of a server of any kind with their figures, and a filter if there are many. */
export function ModelsCard({ server, order, onOrder, manage = false, aside }: ModelsCardProps) {
  const { models, table } = useServerModels(server);
  const repositories = useModelRepositories(server);
  const findings = useAdvice(isTriton(server) ? server.id : undefined)?.findings ?? none;
  const shown = sortModels(models ?? [], table, order);
  return (
    <Card
      title="Models"
      aside={
        <span className="flex flex-wrap items-center gap-3">
          {(models?.length ?? 0) >= MANY && (
            <TextInput
              type="search"
              aria-label="Filter models by name"
              placeholder="Filter by name"
              value={order.filter}
              onChange={(event) => onOrder({ ...order, filter: event.target.value })}
            />
          )}
          {aside}
        </span>
      }
    >
      {shown.length > 0 ? (
        <>
          <ModelsTable
            server={server}
            models={shown}
            table={table}
            order={order}
            findings={findings}
            repositories={repositories}
            onSort={(key) => onOrder(orderBy(order, key))}
            manage={manage}
          />
          <p className="border-line border-t px-4 py-1.5 text-muted text-xs">{TIME_BASE_TEXT}</p>
        </>
      ) : models && models.length > 0 ? (
        <Empty title={`No model is called “${order.filter}”`} />
      ) : (
        <NoModels server={server} answered={models !== null} />
      )}
    </Card>
  );
}

function NoModels({ server, answered }: { server: ServerStatus; answered: boolean }) {
  const { name, kind, state } = server;
  if (!answered || (!isTriton(server) && state !== "live"))
    return <p className="px-4 py-6 text-muted">Its models appear as soon as it answers.</p>;
  if (isTriton(server))
    return (
      <Empty title="The model repository is empty">
        Add a model folder to the repository: a config.pbtxt and a folder named 1 with model.onnx in
        it.
      </Empty>
    );
  return (
    <Empty title={`${name} names no models`}>
      {kind === "tensorflowServing" &&
        "TensorFlow Serving has no list of its models. They show after their first request; or name them under Connections, Edit."}
    </Empty>
  );
}
