import { useQueries } from "@tanstack/react-query";
import type { GridReplica } from "../../../main/contract/index.ts";
import { useHost } from "../../host/context.tsx";

/** With more different configurations than this the effect on each is not computed. */
const MOST_ASKED = 8;

interface Question {
  readonly replicas: readonly GridReplica[];
  /** The model's place in the grid. */
  readonly index: number;
  readonly model: string;
  /** That was not changed for a moment. */
  readonly text: string;
}

/** Whether the text changes nothing that serves on any of the replicas; false while that is not known of all. */
export function useChangesNothing({ replicas, index, model, text }: Question): boolean {
  const { client } = useHost();
  const asked = oneOfEach(replicas, index);
  const answers = useQueries({
    queries: asked.map(({ serverId }) => {
      const params = { serverId, model, text };
      return {
        queryKey: ["configs.effect", params],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.request("configs.effect", params, { signal }),
        enabled: text.trim() !== "",
      };
    }),
  });
  return answers.length > 0 && answers.every(({ data }) => data?.kind === "none");
}

/** The first replica of each configuration; none where some are not read, or they are too many. */
export function oneOfEach(replicas: readonly GridReplica[], index: number): GridReplica[] {
  const first = new Map<number, GridReplica>();
  for (const replica of replicas) {
    const configuration = replica.cells[index]?.configuration ?? null;
    if (configuration === null) return [];
    if (!first.has(configuration)) first.set(configuration, replica);
  }
  return first.size > MOST_ASKED ? [] : [...first.values()];
}
