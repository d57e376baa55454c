import { getRouteApi } from "@tanstack/react-router";
import type { Experiment, ExperimentStep } from "../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { formatClock } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/field.tsx";
import { stepName } from "../../figures/experiment-text.ts";
import { ChatFacts } from "./chat/chat-facts.tsx";
import { GeneratorFacts } from "./generator-facts.tsx";
import { MachineFacts } from "./machine-facts.tsx";
import { StepCharts } from "./step-charts.tsx";
import { Facts } from "./facts.tsx";
import { DataTable } from "../../ui/data-table.tsx";

/** Id of this section. */
export const STEP_DETAIL = "step-detail";

const route = getRouteApi("/experiments/$id");

interface StepDetailProps {
  readonly experiment: Experiment;
  readonly index: number;
}

/** A step in detail: the reasons of its verdict, its course over time, and facts about its reliability. */
export function StepDetail({ experiment, index }: StepDetailProps) {
  const { id, steps } = experiment;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const step = steps[index];
  if (!step) return null;
  const { verdict, certificate, warmup, events } = step;
  return (
    <>
      <div id={STEP_DETAIL} className="scroll-mt-4">
        <Card
          title={`Step ${index + 1} of ${steps.length}: ${stepName(experiment, step)}`}
          aside={
            <span className="flex items-center gap-3">
              {steps.length > 1 && (
                <Select
                  aria-label="Selected step"
                  value={String(index)}
                  options={steps.map((each, at) => ({
                    value: String(at),
                    label: stepName(experiment, each),
                  }))}
                  onPick={(value) =>
                    void navigate({
                      to: "/experiments/$id",
                      params: { id: String(id) },
                      search: { ...search, step: Number(value) },
                      replace: true,
                      resetScroll: false,
                    })
                  }
                />
              )}
            </span>
          }
        >
          <div className="grid grid-cols-1 gap-x-8 gap-y-4 px-4 py-3 xl:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-3">
              {certificate && <p className="text-lg">{certificate.words}</p>}
              {verdict.reasons.length > 0 && (
                <ul aria-label="Reasons of the verdict" className="list-disc pl-5">
                  {verdict.reasons.map(({ id, severity, text }) => (
                    <li key={`${id} ${text}`} className={severity === "invalid" ? "text-bad" : ""}>
                      {text} <span className="text-muted text-xs">({id})</span>
                    </li>
                  ))}
                </ul>
              )}
              <p className="text-muted">
                Warm-up of {formatDuration(warmup.seconds * 1000)}
                {warmup.words && `: ${warmup.words}`}
                {!warmup.settled && " It was not stable."}
              </p>
              {events.length > 0 && (
                <ul aria-label="Events during the step" className="text-warn">
                  {events.map(({ at, words }) => (
                    <li key={`${at} ${words}`}>
                      {formatClock(at)} {words}
                    </li>
                  ))}
                </ul>
              )}
              <FailureList failures={step.failures} />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              {step.generator.sends > 0 && <GeneratorFacts step={step} />}
              <ChatFacts chat={step.chat} />
              <TextFacts step={step} />
              <ServerLedger server={step.server} />
              <MachineFacts machine={step.machine} />
              <Reconciliation rows={step.reconciliation} />
            </div>
          </div>
        </Card>
      </div>
      <StepCharts experiment={experiment} index={index} />
    </>
  );
}

/** Tokens of whole responses. */
function TextFacts({ step }: { step: ExperimentStep }) {
  const { texts, requestsPerSecond } = step;
  if (!texts) return null;
  const { inputTokens, inputTokensPerSecond, outputTokens, outputTokensPerSecond, server } = texts;
  return (
    <section>
      <h3 className="mb-1 font-semibold">{outputTokens === undefined ? "Texts" : "Tokens"}</h3>
      <Facts
        facts={[
          ["Requests", `${formatCount(requestsPerSecond)} req/s`],
          ...(outputTokensPerSecond === undefined || outputTokens === undefined
            ? []
            : ([
                ["First token", "Not measured", "Responses weren’t streamed."],
                ["Output tokens", tokenRate(outputTokensPerSecond), "As the server counts them."],
                ["Output tokens, all", formatCount(outputTokens)],
              ] as const)),
          ["Input tokens", tokenRate(inputTokensPerSecond), "As the server counts them."],
          ["Input tokens, all", formatCount(inputTokens)],
          ...(server
            ? ([
                ["Requests, server", formatCount(server.requests), "By the server's own counters."],
                [
                  "Input tokens, server",
                  formatCount(server.inputTokens),
                  "By the server's own counters.",
                ],
              ] as const)
            : []),
        ]}
      />
    </section>
  );
}

const tokenRate = (perSecond: number | null) =>
  perSecond === null ? "Not reported by this server" : `${formatCount(perSecond)} tokens/s`;

/** Unsuccessful requests by message. */
function FailureList({ failures }: Pick<ExperimentStep, "failures">) {
  if (failures.length === 0) return null;
  return (
    <ul aria-label="Failures" className="text-bad">
      {failures.map(({ status, message, count }) => (
        <li key={`${status} ${message}`} className="wrap-anywhere">
          {formatCount(count)} × {status}: {message}
        </li>
      ))}
    </ul>
  );
}

/** Requests inside the server: answered from the cache, executed in batches, failed. */
function ServerLedger({ server }: Pick<ExperimentStep, "server">) {
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
                ["Lookup with a hit", formatDuration(server.cacheHitMs)],
                ["A miss’s insert", formatDuration(server.cacheMissMs)],
              ] as const)),
          ["Request, mean", formatDuration(server.requestMs)],
        ]}
      />
    </section>
  );
}

/** The client's counts next to the server's over the same span. */
function Reconciliation({ rows }: { rows: ExperimentStep["reconciliation"] }) {
  if (rows.length === 0) return null;
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-semibold">Client and server, reconciled</h3>
      <DataTable
        caption="Client and server, reconciled"
        columns={[
          { key: "name", head: "Figure" },
          { key: "client", head: "Client", numeric: true },
          { key: "server", head: "Server", numeric: true },
          { key: "difference", head: "Difference" },
        ]}
        rows={rows.map(({ name, client, server, difference }) => ({
          key: name,
          cells: [
            name,
            formatCount(client),
            formatCount(server),
            <span key="difference" className={difference ? "text-bad" : "text-muted"}>
              {difference ?? (client === server ? "none" : "no more than in flight at both ends")}
            </span>,
          ],
        }))}
      />
    </section>
  );
}
