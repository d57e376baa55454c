import type { ServingPorts } from "../../contract/index.ts";
import type { Container, Pod } from "../objects.ts";
import { findKserveService } from "./kserve-service.ts";
import { imageName, findPorts } from "./ports.ts";
import { DYNAMO_FRONTEND, KSERVE, type ServingKind, SIGNS, type Signs } from "./signs.ts";

export interface Recognised {
  readonly kind: ServingKind;
  readonly container: Container;
  /** One sentence each. */
  readonly evidence: readonly string[];
  readonly ports: ServingPorts;
}

const APP_LABELS = ["app.kubernetes.io/name", "app.kubernetes.io/component", "app", "k8s-app"];

/** The kind of server of a pod, by image, command, labels and ports, in this order; null: no known kind. */
export function recognise(pod: Pod): Recognised | null {
  const containers = pod.spec?.containers ?? [];
  const labels = pod.metadata.labels ?? {};
  const extra = platformEvidence(pod);
  for (const test of [byImage, byCommand]) {
    for (const container of containers) {
      const found = test(container);
      if (found && isServing(found.signs, container, labels))
        return recognised(container, found.signs, [found.words, ...extra]);
    }
  }
  const [first] = containers;
  const main = containers.find(({ name }) => name === "kserve-container") ?? first;
  if (!main) return null;
  if (findKserveService(pod)?.kind === "InferenceService") return recognised(main, KSERVE, extra);
  const found = byLabel(labels) ?? byPorts(main);
  return found && recognised(main, found.signs, [found.words, ...extra]);
}

interface Found {
  readonly signs: Signs;
  readonly words: string;
}

function byImage({ image }: Container): Found | null {
  const name = imageName(image ?? "");
  const signs = [...SIGNS, KSERVE].find((each) => each.image.test(name));
  return signs ? { signs, words: `Its image ${name} is ${signs.name}'s.` } : null;
}

function byCommand({ command = [], args = [] }: Container): Found | null {
  const line = [...command, ...args].join(" ");
  const signs = [...SIGNS, KSERVE].find((each) => each.command.test(line));
  const words = signs?.command.exec(line)?.[0].trim();
  return signs ? { signs, words: `Its container runs ${words}, ${signs.name}'s program.` } : null;
}

function byLabel(labels: Readonly<Record<string, string>>): Found | null {
  for (const label of APP_LABELS) {
    const value = labels[label];
    const signs = value && SIGNS.find((each) => each.label.test(value.toLowerCase()));
    if (signs) return { signs, words: `Its label ${label} is ${value}.` };
  }
  return null;
}

function byPorts({ ports = [] }: Container): Found | null {
  const numbers = new Set(ports.map(({ containerPort }) => containerPort));
  const signs = SIGNS.find(
    ({ knownByPorts, http, grpc, metrics }) =>
      knownByPorts && [http, grpc, metrics].every((port) => port === null || numbers.has(port)),
  );
  if (!signs) return null;
  const expected = [signs.http, signs.grpc, signs.metrics].filter((port) => port !== null);
  return { signs, words: `It has ports ${expected.join(", ")}, which are ${signs.name}'s.` };
}

/**
 * Images of Dynamo run its workers as well, which serve no clients. A Ray image runs any of Ray's work; only a cluster that
 * KubeRay made for serving is taken, or one with Serve's port.
 */
function isServing(
  { kind, http }: Signs,
  { image, command = [], args = [], ports = [] }: Container,
  labels: Readonly<Record<string, string>>,
): boolean {
  if (kind === "dynamo")
    return (
      DYNAMO_FRONTEND.test([...command, ...args].join(" ")) ||
      imageName(image ?? "").endsWith("dynamo-frontend")
    );
  if (kind !== "rayServe") return true;
  return (
    labels["ray.io/serve"] === "true" ||
    labels["ray.io/originated-from-crd"] === "RayService" ||
    ports.some(({ name, containerPort }) => name === "serve" || containerPort === http)
  );
}

function platformEvidence(pod: Pod): string[] {
  const service = findKserveService(pod);
  const ray = pod.metadata.labels?.["ray.io/cluster"];
  return [
    ...(service ? [`KServe made it for the ${service.kind} ${service.name}.`] : []),
    ...(ray ? [`It belongs to the Ray cluster ${ray}.`] : []),
  ];
}

function recognised(container: Container, signs: Signs, evidence: readonly string[]): Recognised {
  const { ports, words } = findPorts(container, signs);
  return { kind: signs.kind, container, evidence: [...evidence, words], ports };
}
