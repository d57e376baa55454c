import { Segmented } from "../../ui/segmented.tsx";

export type ScaleKind = "linear" | "log";

const options = [
  { value: "linear", label: "Linear" },
  { value: "log", label: "Log" },
] as const;

export function ScaleChoice(props: { value: ScaleKind; onPick: (kind: ScaleKind) => void }) {
  return <Segmented label="Scale of the latency" options={options} {...props} />;
}
