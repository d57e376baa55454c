import { describe, expect, it } from "vitest";
import { listHints } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { openai } from "./index.ts";
import { startOpenAi } from "./testing/openai.ts";

describe("a server of OpenAI's interface", () => {
  it("[OPENAI-1] is recognised by its list of models", async () => {
    await using server = await startOpenAi();
    expect(await openai.recognise(server.reach, () => {})).toEqual({ version: null });
    for (const body of [{}, { data: [] }, { data: [{ name: "a" }] }, []]) {
      await using other = await startProduct(() => ({ body }));
      expect(await openai.recognise(other.reach, () => {})).toBeNull();
    }
    await using empty = await startProduct(() => ({ body: { object: "list", data: null } }));
    expect(await openai.recognise(empty.reach, () => {})).toEqual({ version: null });
  });

  it("[OPENAI-2] [OPENAI-4] has models without a state, and a page of metrics of its own", async () => {
    await using server = await startOpenAi({ metrics: "requests_total 5\n" });
    const observation = await openai.observe(server.reach);
    expect(observation.models.map(({ name, state }) => [name, state])).toEqual([
      ["chat-large", "ready"],
      ["chat-small", "ready"],
    ]);
    expect(observation.exposition).toBe("requests_total 5\n");
    expect(listHints(observation).get("running")).toContain("has no metrics");
  });

  it("[OPENAI-3] reports what it requires, and keeps its models while it is in trouble", async () => {
    await using locked = await startOpenAi({ key: "sk" });
    await expect(openai.observe(locked.reach)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringContaining("API key"),
    });
    await using broken = await startProduct(() => ({ status: 500, body: "no" }));
    await expect(openai.observe(broken.reach)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});
