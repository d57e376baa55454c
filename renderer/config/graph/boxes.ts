import type { ModelConfig } from "../../../engine/config/index.ts";
import type { End, Ensemble, Link, StepNode } from "./ensemble.ts";
import type { BoxToPlace, Direction, LineToPlace } from "./layout.ts";
import { endKey, type PlacedFindings, stepKey, worst } from "./placed-findings.ts";
import { type KnownModels, linkText, type LinkTypes, findLinkTypes } from "./tensor-types.ts";

/** A drawn port; without a tensor if the model declares it and the ensemble doesn't connect it. */
export interface DrawnPort {
  readonly name: string;
  readonly tensor: string | null;
  readonly optional: boolean;
  readonly faulty: boolean;
}

export interface StepBox {
  readonly kind: "step";
  readonly step: StepNode;
  readonly inputs: readonly DrawnPort[];
  readonly outputs: readonly DrawnPort[];
  /** Problems as sentences. */
  readonly problems: readonly string[];
  /** The highest severity of the problems. */
  readonly severity: "error" | "warning" | "info" | null;
}

export interface TensorBox {
  readonly kind: "input" | "output";
  readonly tensor: string;
  readonly problems: readonly string[];
}

export type Box = StepBox | TensorBox;

export interface Line {
  readonly id: string;
  readonly link: Link;
  readonly types: LinkTypes;
  readonly text: string;
  readonly faulty: boolean;
}

export interface Drawing {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly lines: readonly Line[];
}

export const boxKey = (end: End): string => (end.kind === "step" ? stepKey(end.step) : endKey(end));

/** The drawing of an ensemble, with its models' types and findings. */
export function draw(
  ensemble: Ensemble,
  config: ModelConfig,
  models: KnownModels,
  findings: PlacedFindings,
): Drawing {
  const at = (key: string) => findings.get(key) ?? [];
  const boxes = new Map<string, Box>();
  for (const kind of ["input", "output"] as const)
    for (const tensor of ensemble[`${kind}s`]) {
      const key = endKey({ kind, tensor });
      boxes.set(key, { kind, tensor, problems: at(key).map(({ message }) => message) });
    }
  for (const step of ensemble.steps) {
    const found = at(stepKey(step.index));
    const isFaulty = (port: string) =>
      at(endKey({ kind: "step", step: step.index, port })).length > 0;
    boxes.set(stepKey(step.index), {
      kind: "step",
      step,
      inputs: drawnPorts(step, "input", models, isFaulty),
      outputs: drawnPorts(step, "output", models, isFaulty),
      problems: found.map(({ message }) => message),
      severity: worst(found),
    });
  }
  const lines = ensemble.links.map((link): Line => {
    const types = findLinkTypes(link, { ensemble, config, models });
    const found = [...at(endKey(link.from)), ...at(endKey(link.to))];
    const faulty = types.agree === false || found.some(({ severity }) => severity === "error");
    return { id: linkId(link), link, types, text: linkText(types), faulty };
  });
  return { boxes, lines: [...new Map(lines.map((line) => [line.id, line])).values()] };
}

const linkId = ({ from, to }: Link): string => `${endKey(from)} > ${endKey(to)}`;

/** Ports in the text, then further ports of the model. */
function drawnPorts(
  step: StepNode,
  role: "input" | "output",
  models: KnownModels,
  isFaulty: (port: string) => boolean,
): DrawnPort[] {
  const mapped = step[`${role}s`];
  const model = models.get(step.model);
  const declared = model?.state === "known" ? model.config[role] : null;
  const open = (declared ?? []).filter(({ name }) => !mapped.some((port) => port.name === name));
  return [
    ...mapped.map(({ name, tensor }) => ({
      name,
      tensor,
      optional: false,
      faulty: isFaulty(name) || (declared !== null && !declared.some((each) => each.name === name)),
    })),
    ...open.map((tensor) => ({
      name: tensor.name,
      tensor: null,
      optional: role === "output" || ("optional" in tensor && tensor.optional),
      faulty: false,
    })),
  ];
}

const PORT = 20;
const CHARACTER = 6.8;

/** The drawn size of a box. */
export function boxSize(id: string, box: Box, direction: Direction): BoxToPlace {
  if (box.kind !== "step")
    return { id, width: Math.min(220, 64 + box.tensor.length * CHARACTER), height: 40 };
  const head = 48 + (box.problems.length > 0 ? 18 : 0);
  const { inputs, outputs } = box;
  if (direction === "right") {
    const rows = Math.max(inputs.length, outputs.length, 1);
    return { id, width: 290, height: head + rows * PORT + 6 };
  }
  const across = Math.max(inputs.length, outputs.length);
  return { id, width: Math.max(290, across * 92), height: head + 2 * PORT };
}

export function lineToPlace({ id, link, text }: Line): LineToPlace {
  const characters = Math.max(link.tensor.length, text.length);
  return {
    id,
    from: boxKey(link.from),
    to: boxKey(link.to),
    width: Math.min(260, characters * CHARACTER + 14),
    height: 36,
  };
}

const describeEnd = (end: End): string =>
  end.kind === "step" ? `step ${end.step}, ${end.port}` : `${end.kind} ${end.tensor}`;

/** Describes a line in words. */
export function describeLine({ link, text }: Pick<Line, "link" | "text">): string {
  return `Tensor ${link.tensor}, ${text}, from ${describeEnd(link.from)} to ${describeEnd(link.to)}`;
}

/** Describes a box in words. */
export function describeBox(box: Box): string {
  if (box.kind !== "step")
    return `Ensemble ${box.kind} ${box.tensor}${box.problems.length > 0 ? ", faulty" : ""}`;
  const { index, model, version } = box.step;
  const problems = box.problems.length > 0 ? `: ${box.problems.join("; ")}` : "";
  return `Step ${index}, model ${model || "without a name"}, ${formatVersion(version)}${problems}`;
}

export function formatVersion(version: number): string {
  return version === -1 ? "newest version" : `version ${version}`;
}
