import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawPng } from "../../wire/inputs/chat/images.ts";
import { seededRandom } from "../../wire/inputs/random.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";

let fixture: ChatFixture;

beforeAll(async () => {
  fixture = await createChatFixture({ prefillMs: 10, decodeMs: 2 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

const streamed = () => fixture.chat.bodies.filter(({ stream }) => stream);
const start = (plan: ReturnType<ChatFixture["plan"]>) =>
  fixture.lab.requests["lab.start"]({ plan, name: "" }, new AbortController().signal);

describe("[LAB-CHAT-35] images in prompts", () => {
  it("are PNGs of the size, different in each prompt, and the same for a seed", async () => {
    fixture.chat.bodies.length = 0;
    const images = { count: 2, width: 40, height: 24 };
    const experiment = await fixture.run(fixture.plan({}, { images }));
    expect(experiment.steps[0]?.outcomes.failed).toBe(0);
    const contents = streamed().map(
      ({ messages }) => messages?.[0]?.content as unknown as readonly Part[],
    );
    const [first, second] = contents;
    expect(first?.map(({ type }) => type)).toEqual(["text", "image_url", "image_url"]);
    const urls = contents.flatMap((parts) => parts.flatMap((part) => part.image_url?.url ?? []));
    expect(new Set(urls).size).toBe(urls.length);
    expect(second?.[1]).not.toEqual(first?.[1]);
    const [url = ""] = urls;
    const png = Buffer.from(url.replace("data:image/png;base64,", ""), "base64");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([40, 24]);
    expect(experiment.steps[0]?.chat?.firstToken.count).toBe(experiment.steps[0]?.successes);
  });

  it("are whole of any size", () => {
    const size = fc.integer({ min: 1, max: 70 });
    fc.assert(
      fc.property(size, size, fc.integer(), (width, height, seed) => {
        const png = drawPng(width, height, seededRandom(seed));
        expect(png).toEqual(drawPng(width, height, seededRandom(seed)));
        const at = png.indexOf("IDAT");
        const data = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
        const pixels = inflateSync(data);
        expect(pixels).toHaveLength((1 + width * 3) * height);
        for (let y = 0; y < height; y++) expect(pixels[y * (1 + width * 3)]).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it("[LAB-CHAT-37] are rejected for completions and for prompts of a file", async () => {
    const images = { count: 1, width: 8, height: 8 };
    await expect(start(fixture.plan({}, { images, endpoint: "completions" }))).rejects.toThrow(
      "images is set, and endpoint is 'completions', which takes none; use 'chat' or 'responses'.",
    );
    const prompts = { kind: "file", path: "/x" } as const;
    await expect(start(fixture.plan({}, { images, prompts }))).rejects.toThrow(
      "images is set, and prompts are no words; leave it null.",
    );
  });
});

describe("[LAB-CHAT-36] tools", () => {
  it("are offered in each request, and the first piece of a call is the first token", async () => {
    fixture.chat.bodies.length = 0;
    const tools = { count: 3, choice: "required" as const };
    const experiment = await fixture.run(fixture.plan({}, { tools }));
    const [step] = experiment.steps;
    const [body] = streamed();
    expect(body?.tool_choice).toBe("required");
    expect(body?.tools).toHaveLength(3);
    expect(step?.outcomes.failed).toBe(0);
    expect(step?.chat?.firstToken.count).toBe(step?.successes);
    expect(step?.chat?.outputTokens).toBe((step?.successes ?? 0) * 5);
    expect(step?.chat?.firstToken.p50?.value).toBeLessThan(step?.response.p50?.value ?? 0);
  });

  it("[LAB-CHAT-37] are rejected for completions, and in conversations without answers", async () => {
    const tools = { count: 1, choice: "auto" as const };
    await expect(start(fixture.plan({}, { tools, endpoint: "completions" }))).rejects.toThrow(
      "tools is set, and endpoint is 'completions'",
    );
    const turns = { kind: "fixed", turns: 2 } as const;
    const think = { kind: "fixed", ms: 0 } as const;
    const conversation = { turns, laterLengths: null, think };
    await expect(start(fixture.plan({}, { tools, conversation }))).rejects.toThrow(
      "tools.answers is null, and calls in conversations need answers; set it.",
    );
    const answers = { lengths: { kind: "fixed", tokens: 8 }, delayMs: 0, rounds: 1 } as const;
    await expect(start(fixture.plan({}, { tools: { ...tools, answers } }))).rejects.toThrow(
      "tools.answers is set, which only conversations have; leave it null.",
    );
  });
});
