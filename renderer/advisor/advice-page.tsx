import { useServer } from "../host/topics.ts";
import { Page } from "../ui/page.tsx";
import { AdviceList } from "./advice-list.tsx";
import { useAdvice } from "../host/use-advice.ts";

/** Advice for a server and all its models. */
export function AdvicePage() {
  const server = useServer();
  const frame = useAdvice(server?.id);
  return (
    <Page
      title="Advice"
      subtitle="Problems seen in live metrics, with evidence and fixes in the order to try them."
    >
      {server && frame ? (
        <AdviceList frame={frame} findings={frame.findings} subject={server.name} withModel />
      ) : (
        <p className="text-muted">Loading…</p>
      )}
    </Page>
  );
}
