import { useState } from "react";
import {
  type CanarySide,
  fleetServerId,
  type GridFrame,
  parseFleetServerId,
} from "../../../main/contract/index.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useTurnTaken } from "../../host/use-measurement-lock.ts";
import { useAction } from "../../host/requests.ts";
import { useServerById, useServers, useTopic } from "../../host/topics.ts";
import { lacksGrpc } from "../../host/capability.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Segmented } from "../../ui/segmented.tsx";

interface CanaryDialogProps {
  readonly fleetId: number;
  readonly grid: GridFrame;
  readonly onClose: () => void;
}

const NUMBERS = [
  { field: "inputs", label: "Different inputs", help: "Each is sent to both. 1 to 500." },
  { field: "batchSize", label: "Items per request", help: "1 if the model doesn't batch." },
  { field: "absolute", label: "Tolerance", help: "Differences up to this count as equal." },
  { field: "relative", label: "Relative tolerance", help: "0.00001 is 0.001 %." },
  { field: "seconds", label: "Traffic for, s", help: "0: compare outputs only." },
  { field: "requestsPerSecond", label: "Requests per second", help: "Over both, on average." },
  { field: "sharePercent", label: "Share of B, %", help: "Of that traffic." },
] as const;
type NumberField = (typeof NUMBERS)[number]["field"];

/** Configures a comparison: its sides, number of inputs, and traffic. */
export function CanaryDialog({ fleetId, grid, onClose }: CanaryDialogProps) {
  const model = grid.models[0] ?? "";
  const [a, setA] = useState<CanarySide>({
    server: grid.replicas[0]?.serverId ?? fleetServerId(fleetId),
    model,
    modelVersion: "",
  });
  const [b, setB] = useState<CanarySide>({
    server: grid.replicas[1]?.serverId ?? fleetServerId(fleetId),
    model,
    modelVersion: "",
  });
  const [picked, setWire] = useState<"http" | "grpc" | null>(null);
  // The fleet as a whole has no address; its replicas have the same models.
  const sides = [
    useServerById(a.server),
    useServerById(b.server),
    useServerById(grid.replicas[0]?.serverId),
  ];
  const overHttp = sides.some((server) => server !== null && lacksGrpc(server));
  const wire = picked ?? (overHttp ? "http" : "grpc");
  const [numbers, setNumbers] = useState<Readonly<Record<NumberField, string>>>({
    inputs: "50",
    batchSize: "1",
    absolute: "0.000001",
    relative: "0.00001",
    seconds: "30",
    requestsPerSecond: "20",
    sharePercent: "10",
  });
  const start = useAction("canary.start");
  const taken = useTurnTaken();
  const wrong = NUMBERS.find(
    ({ field }) => numbers[field].trim() === "" || !Number.isFinite(Number(numbers[field])),
  );
  const go = () => {
    const { sharePercent, ...rest } = numbers;
    const { inputs, batchSize, absolute, relative, seconds, requestsPerSecond } = rest;
    start.mutate(
      {
        a,
        b,
        wire,
        inputs: Number(inputs),
        batchSize: Number(batchSize),
        absolute: Number(absolute),
        relative: Number(relative),
        seconds: Number(seconds),
        requestsPerSecond: Number(requestsPerSecond),
        share: Number(sharePercent) / 100,
        seed: 1,
        deadlineMs: 30_000,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title="Compare two"
      description="Sends the same random inputs to A and B, then a share of traffic to B."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={
              taken !== null ||
              start.isPending ||
              wrong !== undefined ||
              a.model === "" ||
              b.model === ""
            }
            onClick={go}
          >
            Compare
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SideFields name="A" side={a} onChange={setA} fleetId={fleetId} grid={grid} />
        <SideFields name="B" side={b} onChange={setB} fleetId={fleetId} grid={grid} />
        <div className="flex items-center gap-3">
          <span className="font-medium">Protocol</span>
          <Segmented
            label="Protocol"
            options={[
              { value: "grpc", label: "gRPC" },
              { value: "http", label: "HTTP" },
            ]}
            value={wire}
            onPick={setWire}
          />
        </div>
        <div className="grid grid-cols-4 gap-3">
          {NUMBERS.map(({ field, label, help }) => (
            <TextField
              key={field}
              label={label}
              help={help}
              value={numbers[field]}
              error={wrong?.field === field ? "A number." : null}
              onChange={(value) => setNumbers((now) => ({ ...now, [field]: value }))}
            />
          ))}
        </div>
        {taken && !start.isPending && <p className="text-muted">{taken}</p>}
        {start.error && <ErrorNotice title="Not started" error={start.error} />}
      </div>
    </Dialog>
  );
}

interface SideFieldsProps {
  readonly name: string;
  readonly side: CanarySide;
  readonly onChange: (side: CanarySide) => void;
  readonly fleetId: number;
  readonly grid: GridFrame;
}

function SideFields({ name, side, onChange, fleetId, grid }: SideFieldsProps) {
  const servers = useServers() ?? [];
  const fleets = useTopic("fleets.list", {}) ?? [];
  const options = [
    { value: fleetServerId(fleetId), label: `${grid.name}: all live replicas, round robin` },
    ...grid.replicas.map((replica) => ({
      value: replica.serverId,
      label: `${grid.name} · ${replica.name}`,
    })),
    ...fleets
      .filter(({ id }) => id !== fleetId)
      .map((fleet) => ({
        value: fleetServerId(fleet.id),
        label: `${fleet.name}: all live replicas, round robin`,
      })),
    ...servers
      .filter(
        ({ id, capabilities }) => !parseFleetServerId(id) && capabilities.includes("inference"),
      )
      .map((server) => ({ value: server.id, label: server.name })),
  ];
  return (
    <fieldset className="grid grid-cols-[2fr_1fr_1fr] gap-3">
      <legend className="mb-1 font-semibold">{name}</legend>
      <Field label="Server">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            aria-label={`Server of ${name}`}
            value={side.server}
            options={options}
            onPick={(server) => onChange({ ...side, server })}
          />
        )}
      </Field>
      <TextField
        label={`Model of ${name}`}
        value={side.model}
        onChange={(model) => onChange({ ...side, model })}
      />
      <TextField
        label={`Version of ${name}`}
        example="the server's choice"
        maxLength={100}
        value={side.modelVersion}
        onChange={(modelVersion) => onChange({ ...side, modelVersion })}
      />
    </fieldset>
  );
}
