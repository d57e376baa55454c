import { describe, expect, it } from "vitest";
import { tooFewGpus } from "./gpus-needed.ts";
import { KNOWN_FLAGS } from "./index.ts";

const two = { count: 2, resource: "nvidia.com/gpu" };
const check = (words: string[], limit: typeof two | null = two) =>
  tooFewGpus(words, KNOWN_FLAGS.vllm.flags, limit);

describe("[LAUNCH-19] more GPUs than a container has", () => {
  it.each([
    [["--tensor-parallel-size", "4"]],
    [["-tp", "4"]],
    [["--tensor_parallel_size=4"]],
    [["--tensor-parallel-size", "1", "-tp=4"]],
  ])("are named with %j", (words) => {
    expect(check(words)).toBe(
      "--tensor-parallel-size 4 needs 4 GPUs, but the container's limit is 2 (nvidia.com/gpu), which a comparison doesn't change.",
    );
  });

  it.each([
    [[]],
    [["-tp", "2"]],
    [["-tp"]],
    [["-tp", "all"]],
    [["--tensor-parallel-size", "4", "-tp", "2"]],
  ])("are not assumed with %j", (words) => {
    expect(check(words)).toBeNull();
  });

  it("are not assumed without a limit", () => {
    expect(check(["-tp", "4"], null)).toBeNull();
    expect(tooFewGpus(["--tp", "2"], KNOWN_FLAGS.sglang.flags, { ...two, count: 1 })).toContain(
      "needs 2 GPUs",
    );
  });
});
