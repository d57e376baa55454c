import { afterEach, describe, expect, it } from "vitest";
import { clear, show } from "../experiments/testing-view.tsx";
import { Sparkline } from "./sparkline.tsx";

afterEach(clear);

const lines = async (...times: number[]) => {
  const points = times.map((t): [number, number] => [t, 1]);
  const view = await show(<Sparkline points={points} label="Requests" />);
  return [...view.querySelectorAll("polyline")].map((line) => line.getAttribute("points"));
};

describe("a sparkline", () => {
  it("is one line where intervals are alike", async () => {
    expect(await lines(0, 1000, 2100, 3000)).toHaveLength(1);
  });

  it("has a gap where nothing was measured for a while", async () => {
    const parts = await lines(0, 1000, 2000, 3000, 13_000, 14_000);
    expect(parts).toHaveLength(2);
    expect(parts[0]).toMatch(/^0\.0,/);
    expect(parts[1]).toMatch(/ 144\.0,/);
  });

  it("leaves out a single point between gaps", async () => {
    expect(await lines(0, 1000, 2000, 20_000, 40_000, 41_000)).toHaveLength(2);
  });

  it("draws nothing without two points", async () => {
    expect(await lines()).toEqual([]);
    expect(await lines(5)).toEqual([]);
  });
});
