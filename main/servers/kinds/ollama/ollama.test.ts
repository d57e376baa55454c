import { describe, expect, it } from "vitest";
import { listHints } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { ollama } from "./index.ts";
import { startOllama } from "./testing/ollama.ts";

describe("Ollama", () => {
  it("[OLLAMA-1] is recognised by its version and its list, also without models", async () => {
    for (const empty of [false, true]) {
      await using server = await startOllama({ empty });
      expect(await ollama.recognise(server.reach, () => {})).toEqual({ version: "0.12.3" });
    }
  });

  it("[OLLAMA-2] [OLLAMA-3] lists its models and which of them are in memory", async () => {
    await using server = await startOllama();
    expect((await ollama.observe(server.reach)).models).toMatchObject([
      {
        name: "llama3.1:latest",
        state: "ready",
        facts: [
          ["Parameters", "8.0B"],
          ["Quantization", "Q4_K_M"],
          ["Loaded", "until 2026-08-21T10:05:00Z"],
          ["Memory", "6.0 GiB, 50 % on GPUs"],
          ["Context", "4096 tokens"],
        ],
      },
      {
        name: "qwen3:8b",
        state: "ready",
        facts: [
          ["Parameters", "8.0B"],
          ["Quantization", "Q4_K_M"],
          ["Loaded", "no: the first request loads it"],
        ],
      },
      {
        name: "gpt-oss:120b-cloud",
        facts: [
          ["Parameters", "116.8B"],
          ["Quantization", "MXFP4"],
          ["Runs at", "https://ollama.com:443"],
        ],
      },
    ]);
  });

  it("[OLLAMA-4] reports that no figure is available without metrics", async () => {
    await using server = await startOllama();
    const { figures, exposition, ...observation } = await ollama.observe(server.reach);
    expect(exposition).toBeNull();
    expect(figures.every(({ form }) => form === "unavailable")).toBe(true);
    expect(listHints({ figures, exposition, ...observation }).get("ttftMs")).toContain(
      "exports no metrics",
    );
    expect(server.requests).not.toContain("GET /metrics");
  });

  it.each([
    [401, "UNAUTHENTICATED"],
    [500, "UNAVAILABLE"],
  ])("is not without models where its list answers %s", async (status, code) => {
    await using broken = await startProduct(() => ({ status, body: "no" }));
    await expect(ollama.observe(broken.reach)).rejects.toMatchObject({ code });
  });
});
