import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Sparkline } from "./sparkline.tsx";

const lines = (...times: number[]) => {
  const points = times.map((t): [number, number] => [t, 1]);
  const markup = renderToStaticMarkup(<Sparkline points={points} label="Requests" />);
  return [...markup.matchAll(/<polyline points="([^"]*)"/g)].map(([, text]) => text);
};

describe("a sparkline", () => {
  it("is one line where intervals are alike", () => {
    expect(lines(0, 1000, 2100, 3000)).toHaveLength(1);
  });

  it("has a gap where nothing was measured for a while", () => {
    const parts = lines(0, 1000, 2000, 3000, 13_000, 14_000);
    expect(parts).toHaveLength(2);
    expect(parts[0]).toMatch(/^0\.0,/);
    expect(parts[1]).toMatch(/ 144\.0,/);
  });

  it("leaves out a single point between gaps", () => {
    expect(lines(0, 1000, 2000, 20_000, 40_000, 41_000)).toHaveLength(2);
  });

  it("draws nothing without two points", () => {
    expect(lines()).toEqual([]);
    expect(lines(5)).toEqual([]);
  });
});
