import type { Recognition } from "../../main/contract/index.ts";
import { Dot } from "../ui/badge.tsx";
import { Notice } from "../ui/notice.tsx";
import { useForm } from "../host/connection-form/form-context.ts";
import { productName } from "../host/kinds.tsx";

/** The detected kind of server, with the requests that were sent. */
export function RecognitionView({ found }: { found: Recognition }) {
  const { kind, version, batchdeck, asked } = found;
  const { form } = useForm();
  const spoke = asked.some((each) => each.spoke);
  const name = kind && [productName({ kind, batchdeck }), version].filter(Boolean).join(" ");
  return (
    <Notice
      tone={name ? "good" : "warn"}
      title={
        name ??
        (spoke
          ? "Something answers, but it is not a supported kind of server"
          : "No supported server found at this address")
      }
    >
      {kind === "triton" && form.grpc.trim() === "" && (
        <p className="mb-1">
          The console asks it over HTTP. A gRPC address would add gRPC load, decoupled models and,
          for Batchdeck’s own engine, traces and live batches.
        </p>
      )}
      {asked.length > 0 && (
        <details open={!name}>
          <summary className="text-muted text-xs">Requests and responses</summary>
          <ul aria-label="Requests and responses" className="mt-1 flex flex-col gap-0.5 text-xs">
            {asked.map(({ question, answer, spoke: said }) => (
              <li key={`${question} ${answer}`} className="flex items-baseline gap-2">
                <Dot tone={said ? "good" : "neutral"} />
                <span className="break-all font-mono">{question}</span>
                <span className="min-w-0 flex-1 break-words text-muted">{answer}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Notice>
  );
}
