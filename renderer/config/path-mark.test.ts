import { expect, test, vi } from "vitest";
import { PathMark } from "./path-mark.ts";

test("a control is marked where the cursor is in its value or an element of its list", () => {
  const mark = new PathMark();
  const reported = vi.fn<() => void>();
  mark.subscribe(reported);
  mark.set(["input", 0, "dims", 1]);
  expect(mark.isAt(["input", 0, "dims"])).toBe(true);
  expect(mark.isAt(["input", 0])).toBe(false);
  expect(mark.isAt(["input", 1])).toBe(false);
  expect(mark.isAt(["input", 0, "dims", 1, "x"])).toBe(false);
  mark.set(["input", 0, "dims", 1]);
  expect(reported).toHaveBeenCalledTimes(1);
  mark.set(["input", 0]);
  expect(mark.isAt(["input", 0])).toBe(true);
  mark.set([]);
  expect(mark.isAt(["input", 0])).toBe(false);
});
