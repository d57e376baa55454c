import { expect, it } from "vitest";
import { normalizeConfig, parseConfig } from "../../../engine/config/index.ts";
import { type Settings, toSearchSettings } from "../search/index.ts";
import { textWithSettings } from "./text-with-settings.ts";

const read = (text: string) => normalizeConfig(parseConfig(text).config, { modelName: "m" });
const write = (text: string, settings: Settings) => textWithSettings(text, read(text), settings);

const PLAIN = '# Keep me\nname: "m"\nbackend: "identity"\nmax_batch_size: 8\n';

it.each<Settings>([
  { maxBatchSize: 1, delayUs: 0, instances: 1 },
  { maxBatchSize: 16, delayUs: 0, instances: 1 },
  { maxBatchSize: 4, delayUs: 500, instances: 2 },
  { maxBatchSize: 32, delayUs: 100, instances: 4 },
  { maxBatchSize: 32, delayUs: 100, instances: 4, preferred: [8, 16, 32] },
])("TUNE-11: writes %o into any text, and keeps everything else", (settings) => {
  const texts = [
    PLAIN,
    `${PLAIN}dynamic_batching { max_queue_delay_microseconds: 900 preferred_batch_size: [ 8 ] }\n`,
    `${PLAIN}instance_group [ { kind: KIND_CPU count: 3 } ]\n`,
  ];
  for (const text of texts) {
    const changed = write(text, settings);
    expect(toSearchSettings(read(changed))).toEqual(settings);
    expect(changed).toContain("# Keep me");
  }
});

it("TUNE-11: doesn't change a text that already has the settings", () => {
  expect(write(PLAIN, { maxBatchSize: 1, delayUs: 0, instances: 1 })).toBe(PLAIN);
});

it("TUNE-11: writes threads and the cache", () => {
  const changed = write(PLAIN, {
    maxBatchSize: 1,
    delayUs: 0,
    instances: 1,
    threads: 2,
    cache: true,
  });
  const { parameters, response_cache } = read(changed);
  expect(parameters["intra_op_thread_count"]?.string_value).toBe("2");
  expect(response_cache?.enable).toBe(true);
});
