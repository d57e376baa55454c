import { Plus } from "lucide-react";
import { type ConfigPath, insertElement } from "../../../engine/config/index.ts";
import type { GpuReading } from "../../../main/contract/index.ts";
import { formatBytes, formatPercent } from "../../format/numbers.ts";
import { useRequest } from "../../host/requests.ts";
import { useServerById, useTopic } from "../../host/topics.ts";
import { Button } from "../../ui/button.tsx";
import { useConfigView } from "../config-view.ts";
import { coreSquares, coreUse, type CoreUse, describeCores, instancesOnGpu } from "./cores.ts";
import { ChoiceControl, NumberControl, NumbersControl } from "./inputs.tsx";
import { Numbered } from "./numbered.tsx";
import { Columns, Section } from "./section.tsx";
import { cx } from "../../ui/classes.ts";

export function Instances() {
  const { parsed, edit } = useConfigView();
  const groups = parsed.config.instance_group;
  const isEnsemble = parsed.config.ensemble_scheduling !== undefined;
  if (isEnsemble && groups.length === 0) {
    return (
      <Section title="Instances">
        <p className="text-muted">
          An ensemble has no instances of its own; each step uses its model’s.
        </p>
      </Section>
    );
  }
  return (
    <Section
      title="Instances"
      aside={
        <Button
          onClick={() =>
            edit((text) =>
              insertElement(text, ["instance_group"], groups.length, {
                kind: "KIND_CPU",
                count: 1,
              }),
            )
          }
        >
          <Plus aria-hidden="true" />
          Add a group
        </Button>
      }
    >
      {groups.length === 0 && (
        <p className="text-muted">
          Left out: one group; two instances of an ONNX model on the CPU, one on each GPU.
        </p>
      )}
      {groups.map((group, index) => (
        // Groups have no names; their order identifies them.
        <Group key={`${group.name} ${index}`} index={index} />
      ))}
      <Machine />
    </Section>
  );
}

function Group({ index }: { index: number }) {
  const { parsed } = useConfigView();
  const path: ConfigPath = ["instance_group", index];
  const group = parsed.config.instance_group[index];
  const onGpu = group?.kind === "KIND_GPU" || group?.kind === "KIND_AUTO";
  return (
    <Numbered noun="Group" index={index} path={path}>
      <Columns>
        <ChoiceControl path={[...path, "kind"]} label="Runs on" />
        <NumberControl path={[...path, "count"]} label="Instances" />
        {(onGpu || (group?.gpus.length ?? 0) > 0) && (
          <NumbersControl path={[...path, "gpus"]} label="GPUs" />
        )}
      </Columns>
    </Numbered>
  );
}

/** The cores and GPUs that the instances share. */
function Machine() {
  const { config, parsed } = useConfigView();
  const { data: host } = useRequest("host.info", {});
  const server = useServerById(config.serverId);
  const machine = useTopic("advisor.machine", { serverId: config.serverId });
  const embedded = server?.kind !== "triton";
  const gpus = machine?.gpus ?? [];
  const use = host && coreUse(parsed.config, host.cpus, embedded);
  return (
    <div className="mt-2">
      {use && use.instances > 0 && <CorePicture use={use} />}
      {use && !embedded && (
        <p className="text-muted text-xs">
          The server doesn't report its cores; these are this machine’s.
        </p>
      )}
      {gpus.length === 0 ? (
        <p className="mt-1 text-muted text-xs">The server reports no GPUs.</p>
      ) : (
        <ul aria-label="GPUs" className="mt-1 text-xs">
          {gpus.map((gpu, index) => (
            <li key={gpu.uuid} className="flex flex-wrap gap-x-2">
              <span className="font-medium">GPU {index}</span>
              <span>{formatInstanceCount(instancesOnGpu(parsed.config, index))}</span>
              <span className="text-muted">{describeGpu(gpu)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const formatInstanceCount = (count: number) =>
  count === 1 ? "1 instance of this model" : `${count} instances of this model`;

/** Utilization and memory of a GPU, if the server reports them. */
function describeGpu({ utilization, memoryUsedBytes, memoryTotalBytes }: GpuReading): string {
  const use = utilization === null ? [] : [`${formatPercent(utilization)} busy`];
  const memory =
    memoryUsedBytes === null || memoryTotalBytes === null
      ? []
      : [`${formatBytes(memoryUsedBytes)} of ${formatBytes(memoryTotalBytes)} in use`];
  return [...use, ...memory].join(", ");
}

const MAX_SQUARES = 128;
const colours = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4", "bg-chart-5"];

/** Cores as squares, filled by the threads of each instance; threads without a core are drawn outside of the bar. */
function CorePicture({ use }: { use: CoreUse }) {
  return (
    <figure className="mt-2">
      <div aria-hidden="true" className="flex flex-wrap gap-0.5">
        {coreSquares(use, MAX_SQUARES).map(({ index, instance, beyond }) => (
          <span
            key={index}
            className={cx(
              "size-4 rounded-sm border",
              index === use.cores && "ml-2",
              beyond ? "border-bad border-dashed" : "border-line-strong",
              instance !== null && colours[instance % colours.length],
              beyond && "opacity-70",
            )}
          />
        ))}
      </div>
      <figcaption
        className={cx(
          "mt-1 text-xs",
          use.instances * use.threads > use.cores ? "text-warn" : "text-muted",
        )}
      >
        {describeCores(use)}
      </figcaption>
    </figure>
  );
}
