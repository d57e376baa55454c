import { Link } from "@tanstack/react-router";
import { Stethoscope } from "lucide-react";
import type { Advice } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";
import { countText, tones } from "./advice-text.ts";

interface AdviceCountProps {
  readonly model: string;
  readonly findings: readonly Advice[];
}

/** The number of findings for a model, as a link to them; nothing without findings. */
export function AdviceCount({ model, findings }: AdviceCountProps) {
  const [worst] = findings;
  if (!worst) return null;
  const titles = findings.map(({ title }) => title).join(" · ");
  return (
    <Link
      to="/models/$name"
      params={{ name: model }}
      search={{ server: worst.serverId, tab: "advice" }}
      aria-label={`Advice on ${model}: ${countText(findings.length)}`}
    >
      <Badge tone={tones[worst.severity]} hint={titles}>
        <Stethoscope aria-hidden="true" />
        {findings.length}
      </Badge>
    </Link>
  );
}
