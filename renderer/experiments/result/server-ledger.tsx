import type { ExperimentStep } from "../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { Facts } from "./facts.tsx";

/** What became of the requests inside the server: answered from the cache, executed in batches, failed. */
export function ServerLedger({ server }: Pick<ExperimentStep, "server">) {
  if (!server) return null;
  const { cacheHits, cacheMisses } = server;
  return (
    <section>
      <h3 className="mb-1 font-semibold">The server’s ledger</h3>
      <Facts
        facts={[
          ["Requests", formatCount(server.requests)],
          ["Failed", formatCount(server.failures)],
          ["Inferences", formatCount(server.inferences), "Items that went through the model."],
          ["Executions", formatCount(server.executions), "Batches that went through the model."],
          ...(cacheHits + cacheMisses === 0
            ? [["Cache", "off, or not used"] as const]
            : ([
                ["Cache hits", formatCount(cacheHits)],
                ["Cache misses", formatCount(cacheMisses)],
                ["A look-up that hit", formatDuration(server.cacheHitMs)],
                ["A miss’s insert", formatDuration(server.cacheMissMs)],
              ] as const)),
          ["Request, mean", formatDuration(server.requestMs)],
        ]}
      />
    </section>
  );
}
