import type { GridReplica } from "../../../main/contract/index.ts";
import { count } from "../../format/text.ts";

/** Notes about how replicas are reached, each once for all replicas that share it. */
export function ReplicaCaveats({ replicas }: { replicas: readonly GridReplica[] }) {
  const noted = replicas.filter(({ note }) => note !== "");
  return [...Map.groupBy(noted, ({ note }) => note)].map(([note, { length }]) => (
    <p key={note} className="px-4 pb-1.5 text-muted text-xs">
      {length === replicas.length ? note : `${count(length, "replica")}: ${note}`}
    </p>
  ));
}
