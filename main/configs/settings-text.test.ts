import { expect, it } from "vitest";
import { normalizeConfig, parseConfig } from "../../engine/config/index.ts";
import type { BatchingSettings } from "../contract/index.ts";
import { changedText, settingsFrom } from "./settings-text.ts";

/** The text after a change of its settings. */
function changed(
  text: string,
  to: (from: BatchingSettings) => Partial<BatchingSettings>,
  cache = false,
): string {
  const served = normalizeConfig(parseConfig(text).config, { modelName: "ranker" });
  const from = settingsFrom(served, Math.max(1, served.instance_group[0]?.count ?? 1));
  return changedText(text, { from, to: { ...from, ...to(from) }, cache, served });
}

const settings = (text: string) => {
  const served = normalizeConfig(parseConfig(text).config, { modelName: "ranker" });
  return settingsFrom(served, Math.max(1, served.instance_group[0]?.count ?? 1));
};

const batching = {
  preferred: [4, 8],
  delayUs: 500,
  queueSize: 32,
  timeoutUs: 20_000,
  timeoutAction: "REJECT",
} as const;

it("[WHATIF-6] keeps a text whose settings stay", () => {
  const text = "# ours\nname: 'ranker'\nmax_batch_size: 8 # enough\n";
  expect(changed(text, () => ({}))).toBe(text);
});

it("[WHATIF-6] writes what differs, and keeps the rest of the text", () => {
  const text = "# ours\nmax_batch_size: 8 # enough\ndynamic_batching { preserve_ordering: true }\n";
  const after = changed(text, () => ({ maxBatchSize: 16, batching, instances: 2 }));
  expect(after).toContain("# ours");
  expect(after).toContain("preserve_ordering: true");
  expect(settings(after)).toEqual({ maxBatchSize: 16, batching, instances: 2 });
});

it("[WHATIF-6] turns batching on and off", () => {
  const on = changed("max_batch_size: 8\n", () => ({ batching }));
  expect(settings(on).batching).toEqual(batching);
  const off = changed(on, () => ({ batching: null }));
  expect(settings(off)).toEqual({ maxBatchSize: 8, batching: null, instances: 1 });
  const plain = changed("max_batch_size: 8\n", () => ({
    batching: { ...batching, preferred: [], delayUs: 0, queueSize: 0, timeoutUs: 0 },
  }));
  expect(plain).toContain("dynamic_batching");
});

it("[WHATIF-6] sets the limits of the default priority level where it has its own", () => {
  const text = `max_batch_size: 8
dynamic_batching {
  priority_levels: 2
  default_priority_level: 2
  priority_queue_policy { key: 2 value { max_queue_size: 5 } }
}
`;
  const after = changed(text, (from) => ({
    batching: from.batching && { ...from.batching, queueSize: 9 },
  }));
  expect(parseConfig(after).config.dynamic_batching?.priority_queue_policy["2"]).toMatchObject({
    max_queue_size: 9,
  });
});

it("[WHATIF-6] turns the cache on", () => {
  expect(changed("max_batch_size: 8\n", () => ({}), true)).toMatch(
    /response_cache\s*{\s*enable: true/,
  );
});

it("rejects other counts where there are several instance groups", () => {
  const text = "max_batch_size: 8\ninstance_group [ { count: 1 }, { count: 2 } ]\n";
  expect(() => changed(text, () => ({ instances: 4 }))).toThrow("several instance groups");
});
