import type { Advice } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";
import { tones } from "../figures/advice-text.ts";

/** A tab's label with the number of findings, in the color of the worst. */
export function AdviceTab({ findings }: { findings: readonly Advice[] }) {
  const [worst] = findings;
  return (
    <>
      Advice
      {worst && <Badge tone={tones[worst.severity]}>{findings.length}</Badge>}
    </>
  );
}
