import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { LogIn, LogOut, TriangleAlert } from "lucide-react";
import { cx } from "../../ui/classes.ts";
import { type DrawnPort, type StepBox, type TensorBox, formatVersion } from "./boxes.ts";
import type { Direction } from "./layout.ts";
import { SlowestBadge, StepFigures } from "./step-figures.tsx";

export type StepFlowNode = Node<{ box: StepBox; direction: Direction }, "step">;
export type TensorFlowNode = Node<{ box: TensorBox; direction: Direction }, "tensor">;

const sides = {
  down: { target: Position.Top, source: Position.Bottom },
  right: { target: Position.Left, source: Position.Right },
} as const;

const frame = (selected: boolean, faulty: boolean) =>
  cx(
    "flex size-full flex-col rounded-lg border bg-raised",
    faulty ? "border-bad" : "border-line-strong",
    selected && "ring-2 ring-accent",
  );

export function StepCard({ data: { box, direction }, selected }: NodeProps<StepFlowNode>) {
  const { step, inputs, outputs, problems, severity } = box;
  const ports = (role: "target" | "source") => (
    <Ports ports={role === "target" ? inputs : outputs} role={role} direction={direction} />
  );
  const head = (
    <div className="px-2.5 py-1">
      <p className="flex items-center gap-1.5">
        <span className="min-w-0 flex-1 truncate font-semibold">
          {step.model || "no model name"}
        </span>
        <SlowestBadge model={step.model} />
        <span className="whitespace-nowrap text-muted text-xs">{formatVersion(step.version)}</span>
      </p>
      <StepFigures model={step.model} />
      {problems.length > 0 && (
        <p
          className={cx(
            "flex items-center gap-1 text-xs",
            severity === "error" ? "text-bad" : "text-warn",
          )}
          data-hint={problems.join("\n")}
        >
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">
            {problems.length > 1 ? `${problems.length} problems: ` : ""}
            {problems[0]}
          </span>
        </p>
      )}
    </div>
  );
  const faulty = severity === "error";
  if (direction === "down")
    return (
      <div className={frame(selected, faulty)}>
        {ports("target")}
        <div className="min-h-0 flex-1 border-line border-y">{head}</div>
        {ports("source")}
      </div>
    );
  return (
    <div className={frame(selected, faulty)}>
      <div className="border-line border-b">{head}</div>
      <div className="flex min-h-0 flex-1 justify-between">
        {ports("target")}
        {ports("source")}
      </div>
    </div>
  );
}

function Ports(props: {
  ports: readonly DrawnPort[];
  role: "target" | "source";
  direction: Direction;
}) {
  const { ports, role, direction } = props;
  return (
    <div
      className={cx(
        direction === "down"
          ? "flex h-5 shrink-0 items-stretch"
          : "flex min-w-0 max-w-1/2 flex-col pt-0.5",
      )}
    >
      {ports.map((port) => (
        <div
          key={port.name}
          data-hint={portHint(port)}
          className={cx(
            "relative flex h-5 min-w-0 items-center px-2 text-xs",
            direction === "down" && "flex-1 justify-center",
            direction === "right" && role === "source" && "justify-end",
            port.faulty ? "text-bad" : port.tensor === null ? "text-muted italic" : "text-ink",
          )}
        >
          <span className="truncate font-mono">
            {port.name}
            {port.tensor === null && !port.optional && " (open)"}
          </span>
          <Handle id={port.name} type={role} position={sides[direction][role]} />
        </div>
      ))}
    </div>
  );
}

function portHint({ name, tensor, optional }: DrawnPort): string {
  if (tensor !== null) return `${name} is the ensemble's tensor ${tensor}`;
  return optional ? `${name} is not used` : `${name} needs a tensor`;
}

export function TensorCard({ data: { box, direction }, selected }: NodeProps<TensorFlowNode>) {
  const { kind, tensor, problems } = box;
  const role = kind === "input" ? "source" : "target";
  const Icon = kind === "input" ? LogIn : LogOut;
  return (
    <div
      className={cx(frame(selected, problems.length > 0), "justify-center px-2.5")}
      data-hint={problems.join("\n") || undefined}
    >
      <span className="flex items-center gap-1 text-muted text-xs">
        <Icon aria-hidden="true" className="size-3.5" />
        {kind === "input" ? "Input" : "Output"}
        {problems.length > 0 && <TriangleAlert aria-hidden="true" className="size-3.5 text-bad" />}
      </span>
      <span className="truncate font-mono text-xs">{tensor}</span>
      <Handle id={tensor} type={role} position={sides[direction][role]} />
    </div>
  );
}
