import { useServer } from "../host/topics.ts";
import { Page } from "../ui/page.tsx";
import { AdviceList } from "./advice-list.tsx";
import { useAdvice } from "./use-advice.ts";

/** What is advised on a server and all its models. */
export function AdvicePage() {
  const server = useServer();
  const frame = useAdvice(server?.id);
  return (
    <Page
      title="Advice"
      subtitle="What the live figures say is wrong, the evidence for it, and what to try in which order."
    >
      {server && frame ? (
        <AdviceList frame={frame} findings={frame.findings} subject={server.name} withModel />
      ) : (
        <p className="text-muted">Waiting for the host…</p>
      )}
    </Page>
  );
}
