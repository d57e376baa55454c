import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ConfigChange } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { useServerById } from "../host/topics.ts";
import { showError } from "../ui/toasts.tsx";

interface Propose {
  readonly busy: boolean;
  /** Adds the changes to the draft of a model's configuration and opens it. */
  readonly propose: (model: string, changes: readonly ConfigChange[]) => void;
}

export function usePropose(serverId: string): Propose {
  const { client } = useHost();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const kind = useServerById(serverId)?.kind;

  const save = async (model: string, changes: readonly ConfigChange[]) => {
    const of = { serverId, model };
    const { text, draft, etag } = await client.request("configs.get", of);
    const { p99Ms } = await client.request("advisor.objective", of);
    const { cpus } = await client.request("host.info", {});
    const { withChanges } = await import("./with-changes.ts");
    const proposed = withChanges(draft?.text ?? text, changes, {
      modelName: model,
      lint: {
        ...(kind === "embedded" ? { server: "embedded", cores: cpus } : {}),
        ...(p99Ms === null ? {} : { latencyObjectiveMs: p99Ms }),
      },
    });
    const baseEtag = draft?.baseEtag ?? etag;
    await client.request("configs.saveDraft", { ...of, text: proposed, baseEtag });
    queries.removeQueries({ queryKey: ["configs.get", of] });
    await navigate({
      to: "/models/$name",
      params: { name: model },
      search: { server: serverId, tab: "configuration" },
    });
  };
  return {
    busy,
    propose: (model, changes) => {
      setBusy(true);
      save(model, changes)
        .catch((error: unknown) => showError("Can't put the change into a draft.", error))
        .finally(() => setBusy(false));
    },
  };
}
