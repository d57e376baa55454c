import { afterEach, expect, test } from "vitest";
import type { RolloutStep } from "../../../main/contract/index.ts";
import { clear, show } from "../../experiments/testing-view.tsx";
import { ChangedFields } from "./changed-fields.tsx";

afterEach(clear);

const step = (name: string, before: string | null) =>
  ({
    name,
    changes: before === null ? [] : [{ path: "max_batch_size", before, after: "32" }],
  }) as unknown as RolloutStep;

const lists = (view: HTMLElement) =>
  [...view.querySelectorAll("ul")].map((each) => [
    each.getAttribute("aria-label"),
    each.textContent,
  ]);

test("a change is shown once where all replicas served the same", async () => {
  const view = await show(
    <ChangedFields steps={[step("a", "64"), step("b", "64"), step("c", null)]} />,
  );
  expect(lists(view)).toEqual([["What it changed", "max_batch_size64 → 32"]]);
});

test("and for each before where they did not", async () => {
  const view = await show(
    <ChangedFields steps={[step("a", "64"), step("b", "8"), step("c", "64")]} />,
  );
  expect(lists(view)).toEqual([
    ["What it changed on a, c", "max_batch_size64 → 32"],
    ["What it changed on b", "max_batch_size8 → 32"],
  ]);
});
