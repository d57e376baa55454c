import { describe, expect, it } from "vitest";
import { crashReason } from "./failure-reason.ts";

const exit = { code: 1, signal: null };

describe("[LAUNCH-9] the reason of a crash", () => {
  it.each([
    [
      "flag",
      "vllm: error: unrecognized arguments: --max-num-sequences 3",
      "The server doesn't accept its flags: error: unrecognized arguments: --max-num-sequences 3",
    ],
    [
      "flag",
      "launch_server.py: error: argument --schedule-policy: invalid choice: 'x' (choose from 'lpm')",
      "invalid choice",
    ],
    [
      "port",
      "OSError: [Errno 98] Address already in use",
      "The port is in use: [Errno 98] Address",
    ],
    [
      "memory",
      "(EngineCore pid=7) ERROR 05-04 [core.py:1] torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.",
      "Out of GPU memory: torch.OutOfMemoryError: CUDA out of memory.",
    ],
    [
      "memory",
      "ValueError: Free memory on device cuda:0 (2.6/121.63 GiB) on startup is less than desired GPU memory utilization (0.9, 9.73 GiB).",
      "Free memory on device cuda:0",
    ],
    [
      "memory",
      "RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.",
      "",
    ],
    ["memory", "ValueError: No available memory for the cache blocks. Try increasing", ""],
    [
      "flag",
      "ValueError: max_num_batched_tokens (8) must be greater than or equal to max_num_seqs (16).",
      "The server rejects its configuration: ValueError: max_num_batched_tokens (8)",
    ],
    ["model", "OSError: x/y is not a local folder and is not a valid model identifier listed", ""],
  ])("%s: %s", (kind, line, reason) => {
    const found = crashReason(["INFO starting", line, "    at the end of a traceback"], exit);
    expect(found.kind).toBe(kind);
    expect(found.reason).toContain(reason);
  });

  it("is what vLLM 0.32.0 writes of a value, not the class that it names before", () => {
    const log = [
      "    s.__pydantic_validator__.validate_python(ArgsKwargs(args, kwargs), self_instance=s)",
      "pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig",
      "  Value error, User-specified max_model_len (999999) is greater than the derived max_model_len (max_position_embeddings=2048.0 or model_max_length=None in model's config.json).",
      "    For further information visit https://errors.pydantic.dev/2.14/v/value_error",
    ];
    expect(crashReason(log, exit)).toEqual({
      kind: "flag",
      reason: expect.stringMatching(
        /^The server rejects its configuration: Value error, User-specified max_model_len \(999999\)/,
      ),
    });
  });

  it("is how it ended where nothing is recognised", () => {
    expect(crashReason(["a", "bye", " "], exit).reason).toBe("It ended (exit code 1): bye");
    expect(crashReason([], { code: null, signal: "SIGSEGV" }).reason).toBe(
      "It ended (SIGSEGV) and wrote nothing.",
    );
    expect(crashReason([], { code: null, signal: "SIGKILL" }).kind).toBe("memory");
  });
});
