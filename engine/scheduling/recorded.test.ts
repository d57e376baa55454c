import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../../base/status-error.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { floats, inferRequest } from "../testing/requests.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import type { BatchStatistics, ModelStatistics, ParameterValue } from "../types.ts";

const MS = 1_000_000;

/**
 * Requests sent `gap_ms` apart, their responses, and the final statistics. Recorded from Triton
 * 2.64.0.
 */
interface Exchange {
  readonly name: string;
  readonly config: ModelConfig;
  readonly gap_ms: number;
  readonly outcomes: readonly {
    readonly request: Readonly<Record<string, ParameterValue>>;
    readonly batch: number;
    readonly status: number;
    readonly error: string | null;
  }[];
  readonly stats: { readonly model_stats: readonly ModelStatistics[] };
  readonly metrics: readonly string[];
}

const { exchanges } = JSON.parse(
  await readFile(new URL("fixtures/triton-scheduling.json", import.meta.url), "utf8"),
) as { exchanges: readonly Exchange[] };

const sizes = (batches: readonly BatchStatistics[] | undefined) =>
  batches?.map(({ batch_size, compute_infer }) => [batch_size, compute_infer.count]);

it.each(exchanges)(
  "[SCHED-B2] [SCHED-B5] [SCHED-B6] [SCHED-B7] [SCHED-Q1] [SCHED-Q2] as recorded: $name",
  async ({ config, gap_ms, outcomes, stats, metrics }) => {
    await using fixture = await EngineFixture.create({ modelControlMode: "explicit" });
    const { name } = config;
    await fixture.repository.identity(name, "max_batch_size: 8");
    const clock = new VirtualClock();
    const engine = await fixture.start({ clock });
    await engine.loadModel(name, { config: JSON.stringify(config) });

    const answers: { status: number; error: string | null }[] = [];
    for (const [i, { batch, request }] of outcomes.entries()) {
      const inputs = [
        floats(
          "INPUT0",
          [batch, 1],
          Array.from({ length: batch }, () => i),
        ),
      ];
      engine.infer(inferRequest({ modelName: name, inputs, parameters: request })).then(
        () => (answers[i] = { status: 200, error: null }),
        (error: unknown) => {
          const { code, message } = StatusError.from(error);
          answers[i] = { status: code === "UNAVAILABLE" ? 503 : 0, error: message };
        },
      );
      await clock.advance(gap_ms * MS);
    }
    await clock.advance(5000 * MS);

    expect(answers).toEqual(outcomes.map(({ status, error }) => ({ status, error })));
    const [recorded] = stats.model_stats;
    const [own] = engine.modelStatistics(name, "");
    expect(sizes(own?.batch_stats)).toEqual(sizes(recorded?.batch_stats));
    expect(own?.inference_count).toBe(recorded?.inference_count);
    expect(own?.inference_stats.success.count).toBe(recorded?.inference_stats.success.count);
    const [telemetry] = engine.telemetry().models;
    const refused = telemetry?.refused ?? 0;
    // Triton doesn't count rejections.
    expect((own?.inference_stats.fail.count ?? 0) - refused).toBe(
      recorded?.inference_stats.fail.count,
    );
    const rejected = metrics.find((line) => line.includes('reason="REJECTED"'))?.split(" ")[1];
    expect((telemetry?.failures.REJECTED ?? 0) - refused).toBe(Number(rejected));
  },
);
