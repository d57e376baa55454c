import { expect, test } from "vitest";
import { parseConfig } from "../../../engine/config/index.ts";
import { coreSquares, coreUse, describeCores, instancesOnGpu } from "./cores.ts";

const use = (text: string, embedded = true) => coreUse(parseConfig(text).config, 8, embedded);
const threads = (count: number) =>
  `parameters { key: "intra_op_thread_count" value { string_value: "${count}" } }`;

test("CFG-N7, BACKEND-2: two instances by default; the embedded engine shares the cores, Triton does not", () => {
  expect(use("")).toMatchObject({ instances: 2, threads: 4, given: false });
  expect(use("", false)).toMatchObject({ instances: 2, threads: 8 });
  expect(describeCores(use("", false))).toContain("oversubscribed");
});

test("only instances on the CPU take cores", () => {
  const groups = "instance_group [ { kind: KIND_GPU count: 4 }, { kind: KIND_CPU count: 3 } ]";
  expect(use(groups)).toMatchObject({ instances: 3, threads: 2 });
  expect(use("instance_group { kind: KIND_GPU }")).toMatchObject({ instances: 0 });
});

test("a group is on the GPUs it names, or on each", () => {
  const { config } = parseConfig(
    "instance_group [ { kind: KIND_GPU gpus: 1 count: 2 }, { }, { kind: KIND_CPU count: 9 } ]",
  );
  expect([instancesOnGpu(config, 0), instancesOnGpu(config, 1)]).toEqual([1, 3]);
});

test("threads beyond the cores are shown as such", () => {
  const over = use(`instance_group { kind: KIND_CPU count: 3 } ${threads(4)}`);
  expect(describeCores(over)).toContain("3 instances × 4 threads = 12 on 8 cores");
  const squares = coreSquares(over, 128);
  expect(squares.filter(({ beyond }) => beyond)).toHaveLength(4);
  expect(squares[11]?.instance).toBe(2);
  expect(
    coreSquares(use(threads(1)), 128).filter(({ instance }) => instance === null),
  ).toHaveLength(6);
  expect(coreSquares({ ...over, threads: 1_000_000 }, 128)).toHaveLength(128);
});
