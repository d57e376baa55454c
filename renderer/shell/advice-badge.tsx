import { useServer } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { countText, tones } from "../figures/advice-text.ts";
import { useAdvice } from "../host/use-advice.ts";

/** How much is advised on the server that is looked at; nothing where there is nothing. */
export function AdviceBadge() {
  const findings = useAdvice(useServer()?.id)?.findings ?? [];
  const [worst] = findings;
  if (!worst) return null;
  return (
    <span
      id="advice-count"
      className="pointer-events-none absolute top-0 right-0 xl:top-2 xl:right-2"
    >
      <Badge tone={tones[worst.severity]}>
        {findings.length}
        <span className="sr-only">{countText(findings.length).replace(/^\d+/, "")}</span>
      </Badge>
    </span>
  );
}
