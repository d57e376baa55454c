import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatAudio } from "../../contract/index.ts";
import { drawNoise, drawWav, prepareAudio } from "../../wire/inputs/chat/audio.ts";
import { seededRandom } from "../../wire/inputs/random.ts";
import { exportExperiment } from "../export/export.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";

let fixture: ChatFixture;
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-audio-"));

beforeAll(async () => {
  fixture = await createChatFixture({ prefillMs: 10, decodeMs: 2 });
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  fs.rmSync(directory, { recursive: true });
});

type Noise = Extract<ChatAudio, { kind: "noise" }>;
const NOISE: Noise = {
  kind: "noise",
  count: 2,
  meanSeconds: 0.1,
  deviationSeconds: 0,
  sampleRate: 16_000,
  channels: 1,
};

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly input_audio?: { readonly data: string; readonly format: string };
}

const partsOf = () =>
  fixture.chat.bodies
    .filter(({ stream }) => stream)
    .flatMap(({ messages }) => messages ?? [])
    .map(({ content }) => content as unknown as readonly Part[]);

const start = (source: object) =>
  fixture.lab.requests["lab.start"](
    { plan: fixture.plan({}, source), name: "" },
    new AbortController().signal,
  );

function folder(name: string, files: Readonly<Record<string, Buffer>>): string {
  const made = path.join(directory, name);
  fs.mkdirSync(made);
  for (const [file, bytes] of Object.entries(files)) fs.writeFileSync(path.join(made, file), bytes);
  return made;
}

describe("[LAB-CHAT-38] audio in prompts", () => {
  it("is noise as WAV of its length, different in each clip, and the same for a seed", async () => {
    fixture.chat.bodies.length = 0;
    const experiment = await fixture.run(fixture.plan({ requestsPerStep: 20 }, { audio: NOISE }));
    expect(experiment.steps[0]?.failures).toEqual([]);
    const parts = partsOf();
    expect(parts[0]?.map(({ type }) => type)).toEqual(["text", "input_audio", "input_audio"]);
    const clips = parts.flatMap((each) => each.flatMap((part) => part.input_audio?.data ?? []));
    expect(new Set(clips).size).toBe(clips.length);
    const wav = Buffer.from(clips[0] ?? "", "base64");
    expect(wav.toString("latin1", 0, 4) + wav.toString("latin1", 8, 12)).toBe("RIFFWAVE");
    expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
      1, 16_000, 16,
    ]);
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
    expect(wav.length - 44).toBe(0.1 * 16_000 * 2);
    const [one, same] = [await prepareAudio(NOISE, 7), await prepareAudio(NOISE, 7)];
    expect(same(3)).toEqual(one(3));
    expect((await prepareAudio(NOISE, 8))(3)).not.toEqual(one(3));
    const [file] = exportExperiment(experiment, "aiperf");
    expect(JSON.parse(file?.content ?? "").input_config.datasets[0].audio).toEqual({
      batch_size: 2,
      length: { mean: 0.1, stddev: 0 },
      format: "wav",
      depths: [16],
      sample_rates: [16],
      channels: 1,
    });
  });

  it("has lengths of at least 10 ms, in whole frames, whatever is drawn", () => {
    const noise = drawNoise(seededRandom(1));
    const rate = fc.integer({ min: 8000, max: 96_000 });
    const seconds = fc.double({ min: 0.01, max: 2, noNaN: true });
    fc.assert(
      fc.property(rate, seconds, seconds, fc.integer(), (sampleRate, mean, deviation, seed) => {
        const audio = { ...NOISE, sampleRate, meanSeconds: mean, deviationSeconds: deviation };
        const wav = drawWav({ ...audio, channels: 2 }, noise, seededRandom(seed));
        expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
        expect((wav.length - 44) % 4).toBe(0);
        expect((wav.length - 44) / 4).toBeGreaterThanOrEqual(Math.floor(sampleRate * 0.01));
      }),
      { numRuns: 30 },
    );
  });

  it("is of a folder's WAV and MP3 files, in turn", async () => {
    const wav = drawWav(NOISE, drawNoise(seededRandom(1)), seededRandom(2));
    const mp3 = Buffer.from("ID3 and more", "latin1");
    const made = folder("two", { "b.MP3": mp3, "a.wav": wav, "notes.txt": Buffer.from("x") });
    fixture.chat.bodies.length = 0;
    const audio = { kind: "files", count: 1, folder: made } as const;
    await fixture.run(fixture.plan({ requestsPerStep: 10 }, { audio }));
    const sent = partsOf().map((parts) => parts[1]?.input_audio);
    expect(new Set(sent.map((each) => each?.format))).toEqual(new Set(["wav", "mp3"]));
    expect(sent.find((each) => each?.format === "wav")?.data).toBe(wav.toString("base64"));
  });

  it("names what is wrong with a folder", async () => {
    const reasons = async (made: string) => {
      const audio = { kind: "files", count: 1, folder: made } as const;
      return (await fixture.run(fixture.plan({}, { audio }))).reason;
    };
    expect(await reasons(path.join(directory, "absent"))).toContain("absent");
    expect(await reasons(folder("none", { "a.txt": Buffer.from("a") }))).toContain(
      "it holds no .wav or .mp3 file.",
    );
    expect(await reasons(folder("odd", { "a.wav": Buffer.from("text") }))).toContain(
      "a.wav': it is neither WAV nor MP3.",
    );
  });

  it("[LAB-CHAT-37] is rejected where it can't be, and above 32 MiB in a request", async () => {
    await expect(start({ audio: NOISE, endpoint: "completions" })).rejects.toThrow(
      "audio is set, and endpoint is 'completions', which takes none; use 'chat'.",
    );
    await expect(start({ audio: NOISE, endpoint: "responses" })).rejects.toThrow(
      "audio is set, and endpoint is 'responses', which takes none; use 'chat'.",
    );
    const prompts = { kind: "file", path: "/x" } as const;
    await expect(start({ audio: NOISE, prompts })).rejects.toThrow(
      "audio is set, and prompts are no words; leave it null.",
    );
    await expect(start({ audio: { ...NOISE, meanSeconds: 600, count: 16 } })).rejects.toThrow(
      "more than 33554432; use shorter or fewer clips",
    );
  });
});

describe("[LAB-CHAT-39] images and audio in conversations", () => {
  it("are in each message of the user, and stay in the history", async () => {
    fixture.chat.bodies.length = 0;
    const turns = { kind: "fixed", turns: 2 } as const;
    const think = { kind: "fixed", ms: 0 } as const;
    const conversation = { turns, laterLengths: null, think };
    const images = { count: 1, width: 8, height: 8 };
    const audio = { ...NOISE, count: 1 };
    const { steps } = await fixture.run(fixture.plan({}, { conversation, images, audio }));
    expect(steps[0]?.failures).toEqual([]);
    const second = fixture.chat.bodies.find(({ messages }) => messages?.length === 3);
    const [first, , later] = (second?.messages ?? []) as unknown as { content: Part[] }[];
    const types = ["text", "image_url", "input_audio"];
    expect(first?.content.map(({ type }) => type)).toEqual(types);
    expect(later?.content.map(({ type }) => type)).toEqual(types);
    expect(later?.content[2]).not.toEqual(first?.content[2]);
    expect(
      fixture.chat.bodies.some(
        ({ messages }) =>
          messages?.length === 1 && JSON.stringify(messages[0]) === JSON.stringify(first),
      ),
    ).toBe(true);
  });
});
