import { CheckCircle2 } from "lucide-react";
import { useMemo } from "react";
import { checkText, type ModelFileSignature } from "../../../engine/config/index.ts";
import type { FileTensor, OnnxReport } from "../../../main/contract/index.ts";
import { useConfigView } from "../config-view.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";

/** What a load of the text would find wrong with this file. */
export function Comparison({ report }: { report: OnnxReport }) {
  const { config, text, readable, jump } = useConfigView();
  const signature = useMemo(() => toSignature(report), [report]);
  const findings = useMemo(
    () => checkText(text, { modelName: config.model, signature }),
    [text, config.model, signature],
  );
  const onLoad = findings.filter(({ stage }) => stage === "load");
  const invalid = findings.some(
    ({ stage, severity }) => severity === "error" && (stage === "syntax" || stage === "validation"),
  );
  if (!readable || invalid)
    return (
      <p className="text-muted">
        The configuration has errors of its own; it is compared with the file once they are fixed.
      </p>
    );
  if (onLoad.length === 0)
    return (
      <p className="flex items-center gap-2">
        <CheckCircle2 aria-hidden="true" className="size-4 text-good" />
        The configuration and the file agree.
      </p>
    );
  return (
    <ul className="flex flex-col gap-1">
      {onLoad.map((finding) => (
        <li key={`${finding.id} ${finding.from} ${finding.message}`} className="flex gap-2">
          <span>
            <Badge tone="bad">{finding.id}</Badge>
          </span>
          <span className="min-w-0 flex-1 break-words">{finding.message}</span>
          <Button look="quiet" onClick={() => jump(finding)}>
            Line {finding.line}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function toSignature({ inputs, outputs }: OnnxReport): ModelFileSignature {
  const known = (tensors: readonly FileTensor[]) =>
    tensors.flatMap(({ name, configType, shape }) =>
      configType === null
        ? []
        : [
            {
              name,
              data_type: configType as ModelFileSignature["inputs"][number]["data_type"],
              shape: (shape ?? []).map((dim) => (typeof dim === "number" ? dim : -1)),
            },
          ],
    );
  return { inputs: known(inputs), outputs: known(outputs) };
}
