import { afterEach, beforeEach, expect, it } from "vitest";
import { cachedShare } from "../../contract/index.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";
import { exportOne } from "../testing/export-one.ts";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await createChatFixture({ prefillMs: 4, decodeMs: 1 });
});
afterEach(() => fixture[Symbol.asyncDispose]());

const plan = () =>
  fixture.plan(
    { warmup: { kind: "fixed", seconds: 0 }, secondsPerStep: 30, requestsPerStep: 60 },
    {
      prompts: { kind: "words", lengths: { kind: "fixed", tokens: 64 } },
      prefixes: {
        share: 0.8,
        count: 2,
        tokens: 32,
        byGroup: { kind: "weights", weights: [3, 1] },
      },
    },
  );

it("[LAB-PREFIX-3] shows requests, first token and cached tokens of each prefix", async () => {
  fixture.chat.engine.reportsCached = true;
  const experiment = await fixture.run(plan());
  const [step] = experiment.steps;
  const groups = step?.chat?.prefixGroups ?? [];
  expect(groups.map(({ group }) => group)).toEqual([1, 2, null]);
  expect(groups.reduce((sum, { successes }) => sum + successes, 0)).toBe(step?.successes);
  const [first, second, none] = groups;
  expect(first?.successes).toBeGreaterThan(second?.successes ?? 0);
  expect(first?.firstToken.count).toBe(first?.successes);
  expect(first && cachedShare(first)).toBeGreaterThan(0.3);
  expect(none && cachedShare(none)).toBe(0);
  const { content } = exportOne(experiment, "html");
  expect(content).toContain("Requests by shared prefix");
});

it("[LAB-PREFIX-3] has no share where the server reports no cached tokens", async () => {
  const experiment = await fixture.run(plan());
  const groups = experiment.steps[0]?.chat?.prefixGroups ?? [];
  expect(groups.length).toBeGreaterThan(1);
  expect(groups.map(cachedShare)).toEqual(groups.map(() => null));
  const json = JSON.parse(exportOne(experiment, "json").content);
  expect(json.steps[0].chat.prefixGroups[0]).toMatchObject({ group: 1, cachedTokens: null });
});
