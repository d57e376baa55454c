import { describe, expect, it } from "vitest";
import {
  costs,
  describeCostSources,
  type FigureDifference,
  formatAmount,
  formatCost,
  formatEnergy,
  missingPowerReason,
  stepCost,
} from "../../contract/index.ts";
import { step } from "../testing/experiment.ts";
import { costFigures } from "./costs.ts";

const given = {
  price: { perHour: 3.6, per: "server" as const, currency: "USD" },
  gpus: null,
  watts: 720,
};
const gpu = (more: object) => ({
  uuid: "GPU-1",
  utilizationMean: null,
  memoryMaxBytes: null,
  memoryTotalBytes: null,
  powerMeanWatts: null,
  energyJoules: null,
  ...more,
});
const machine = (...gpus: ReturnType<typeof gpu>[]) => ({
  samples: 1,
  cpuMean: null,
  memoryMaxBytes: null,
  gpus,
  cacheEvictions: null,
  pendingMean: null,
  failures: [],
});
const chat = { outputTokensPerSecond: 1000, promptTokensPerSecond: 4000 } as never;
const measured = { ...step(), seconds: 10, inferencesPerSecond: 500, requestsPerSecond: 20 };

describe("[LAB-COST-1] cost and energy of a million", () => {
  it("are price and power over the amount processed in an hour", () => {
    expect(stepCost(measured, given)?.millions).toEqual([{ of: "inferences", cost: 2, kWh: 0.4 }]);
    const tokens = stepCost({ ...measured, chat }, given);
    expect(tokens?.millions.map(({ of, cost }) => [of, cost])).toEqual([
      ["outputTokens", 1],
      ["promptTokens", 0.25],
      ["tokens", 0.2],
      ["requests", 50],
    ]);
  });

  it("[LAB-COST-2] of a price per GPU count the GPUs that were entered, or that the metrics report", () => {
    const perGpu = { ...given, price: { ...given.price, per: "gpu" as const } };
    expect(stepCost(measured, perGpu)).toMatchObject({ perHour: null, watts: 720 });
    expect(stepCost(measured, { ...perGpu, gpus: 4 })).toMatchObject({ perHour: 14.4, gpus: 4 });
    const two = { ...measured, machine: machine(gpu({}), gpu({})) };
    expect(stepCost(two, perGpu)).toMatchObject({ perHour: 7.2, gpus: 2 });
  });

  it("[LAB-COST-3] take power from the GPUs' energy, else their power, if none was entered and all report it", () => {
    const power = (...gpus: ReturnType<typeof gpu>[]) =>
      stepCost({ ...measured, machine: machine(...gpus) }, undefined);
    expect(power(gpu({ energyJoules: 3000, powerMeanWatts: 1 }))).toMatchObject({
      watts: 300,
      powerSource: "gpuEnergy",
      perHour: null,
    });
    expect(power(gpu({ powerMeanWatts: 200 }), gpu({ powerMeanWatts: 50 }))).toMatchObject({
      watts: 250,
      powerSource: "gpuPower",
    });
    expect(power(gpu({ powerMeanWatts: 200 }), gpu({}))).toBeNull();
    expect(power()).toBeNull();
    const both = { ...measured, machine: machine(gpu({ energyJoules: 3000 })) };
    expect(stepCost(both, given)?.powerSource).toBe("entered");
  });

  it("[LAB-COST-1] of a price of tokens are what the tokens of an hour cost", () => {
    const tokenPrice = { inputPerMillion: 0.5, outputPerMillion: 2, currency: "USD" };
    const byToken = { price: null, tokenPrice, gpus: null, watts: null };
    const cost = stepCost({ ...measured, chat }, byToken);
    // 1,000 and 4,000 tokens/s: 0.004 USD/s.
    expect(cost?.perHour).toBeCloseTo(14.4);
    expect(cost?.millions.map(({ of, cost }) => [of, Number(cost?.toFixed(6))])).toEqual([
      ["outputTokens", 4],
      ["promptTokens", 1],
      ["tokens", 0.8],
      ["requests", 200],
    ]);
    expect(cost && describeCostSources(cost)).toEqual([
      "Price 0.5 USD for a million input tokens and 2 USD for a million output tokens, as entered.",
    ]);
    expect(stepCost(measured, byToken)).toBeNull();
    const wrong = {
      ...byToken,
      tokenPrice: { ...tokenPrice, inputPerMillion: 0, outputPerMillion: 0 },
    };
    expect(costs.safeParse(wrong).success).toBe(false);
  });

  it("[LAB-COST-3] take power from DCGM where the metrics report none, or where it was chosen", () => {
    const power = { watts: 612, gpus: 2, samples: 4, by: "pod triton-0", source: "main" };
    const none = { price: null, gpus: null, watts: null };
    const dcgm = stepCost({ ...measured, power }, undefined);
    expect(dcgm).toMatchObject({ watts: 612, powerSource: "dcgm" });
    expect(dcgm && describeCostSources(dcgm)).toEqual([
      "Power 612 W, from DCGM through Prometheus main, of 2 GPUs of pod triton-0 by 4 samples each, without the rest of the machine.",
    ]);
    const both = { ...measured, power, machine: machine(gpu({ energyJoules: 3000 })) };
    expect(stepCost(both, undefined)).toMatchObject({ watts: 300, powerSource: "gpuEnergy" });
    expect(stepCost(both, { ...none, powerFrom: "prometheus" })).toMatchObject({ watts: 612 });
    expect(stepCost({ ...measured, power }, { ...none, powerFrom: "metrics" })).toBeNull();
    expect(stepCost({ ...measured, power: { ...power, watts: null } }, undefined)).toBeNull();
    expect(missingPowerReason({ ...power, watts: null })).toContain("no sample");
    expect(missingPowerReason(power)).toBeNull();
  });

  it("are absent if nothing is known or nothing succeeded", () => {
    expect(stepCost(measured, undefined)).toBeNull();
    expect(stepCost({ ...measured, successes: 0 }, given)).toBeNull();
    const silent = { outputTokensPerSecond: 0, promptTokensPerSecond: null } as never;
    expect(stepCost({ ...measured, chat: silent }, given)?.millions.map(({ of }) => of)).toEqual([
      "requests",
    ]);
  });

  it("[LAB-COST-4] name the sources of price and power", () => {
    const cost = stepCost(measured, given);
    expect(cost && describeCostSources(cost)).toEqual([
      "Price 3.6 USD per hour, as entered for the whole server.",
      "Power 720 W, as entered, for the whole server.",
    ]);
    expect(formatAmount(0.000123456)).toBe("0.000123");
    expect(formatAmount(1234.5)).toBe("1,230");
    expect(formatCost(2.3149, "€")).toBe("2.31 €");
    expect(formatEnergy(0.4)).toBe("0.4 kWh");
  });

  it("reject invalid prices, currencies and power", () => {
    const price = (more: object) => ({ ...given, price: { ...given.price, ...more } });
    expect(costs.safeParse(given).success).toBe(true);
    expect(costs.safeParse(price({ perHour: 0 })).success).toBe(false);
    expect(costs.safeParse(price({ currency: "<b>" })).success).toBe(false);
    expect(costs.safeParse({ ...given, watts: -1 }).success).toBe(false);
  });
});

describe("[LAB-COST-5] the cost of two sides", () => {
  const throughput: FigureDifference = {
    figure: "throughput",
    unit: "inf/s",
    before: 500,
    after: 1000,
    share: { value: 1, low: 0.6, high: 1.5 },
    verdict: "better",
    basis: "5 pairs",
  };
  const side = (costs: typeof given | undefined) => ({ costs, steps: [measured] });

  it("is the inverse of the throughput with its interval", () => {
    const [cost, energy] = costFigures(side(given), side(given), [throughput]);
    expect(cost).toMatchObject({ before: 2, after: 1, verdict: "better", currency: "USD" });
    expect(cost?.share?.value).toBeCloseTo(-0.5);
    expect(cost?.share?.low).toBeCloseTo(-0.6);
    expect(cost?.share?.high).toBeCloseTo(-0.375);
    expect(energy).toMatchObject({ unit: "kWh", before: 0.4, after: 0.2, verdict: "better" });
  });

  it("uses the servers' costs", () => {
    const dear = { ...given, price: { ...given.price, perHour: 3.6 * 4 } };
    const [cost] = costFigures(side(given), side(dear), [throughput]);
    expect(cost).toMatchObject({ before: 2, after: 4, verdict: "worse" });
    const same = { ...given, price: { ...given.price, perHour: 7.2 } };
    expect(costFigures(side(given), side(same), [throughput])[0]?.verdict).toBe("none");
  });

  it("is left out if a side has none, or another currency", () => {
    expect(costFigures(side(given), side(undefined), [throughput])).toEqual([]);
    const euros = { ...given, price: { ...given.price, currency: "EUR" } };
    expect(costFigures(side(given), side(euros), [throughput]).map(({ figure }) => figure)).toEqual(
      ["energy"],
    );
    expect(costFigures(side(given), side(given), [{ ...throughput, before: null }])).toEqual([]);
  });
});
