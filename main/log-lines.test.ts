import { expect, it } from "vitest";
import { LogLines, LONGEST_LINE } from "./log-lines.ts";

/** All of a text's lines, its bytes arriving a number at a time. */
function linesOf(text: string, bytesAtOnce = Number.POSITIVE_INFINITY): string[] {
  const bytes = Buffer.from(text);
  const lines = new LogLines();
  const received: string[] = [];
  const step = Math.min(bytesAtOnce, bytes.length || 1);
  for (let at = 0; at < bytes.length; at += step)
    received.push(...lines.push(bytes.subarray(at, at + step)));
  return [...received, ...lines.rest()];
}

it("[K8S-19] bytes become lines, wherever they are cut", () => {
  const text = "I0504 größe\r\n\n→ loading 模型\nlast";
  const lines = ["I0504 größe", "", "→ loading 模型", "last"];
  expect(linesOf(text)).toEqual(lines);
  expect(linesOf(text, 1)).toEqual(lines);
  expect(linesOf(`${text}\n`, 3)).toEqual(lines);
  expect(linesOf("")).toEqual([]);
});

it("[K8S-19] without colours and overwritten text: a terminal's last state", () => {
  expect(linesOf("\u001b[36mINFO\u001b[0m ready\n")).toEqual(["INFO ready"]);
  expect(linesOf("loading  10%\rloading  60%\rloading 100%\n", 7)).toEqual(["loading 100%"]);
  const bar = Array.from({ length: 50_000 }, (_, i) => `step ${i}`).join("\r");
  expect(linesOf(`${bar}\ndone\n`, 4096)).toEqual(["step 49999", "done"]);
});

it("[K8S-19] a line that is too long is cut, and says by how much", () => {
  const long = "x".repeat(LONGEST_LINE + 5);
  expect(linesOf(`${long}\nshort`)).toEqual([
    `${"x".repeat(LONGEST_LINE)}… (5 more characters)`,
    "short",
  ]);
  const [endless = "", next] = linesOf(`${"y".repeat(3_000_000)}\nnext\n`, 65_536);
  expect(endless.length).toBeLessThan(LONGEST_LINE + 50);
  expect(endless).toContain(`… (${3_000_000 - LONGEST_LINE} more characters)`);
  expect(next).toBe("next");
});

it("[K8S-19] what was written over is not counted among what was cut", () => {
  const long = "y".repeat(300_000);
  expect(linesOf(`${long}\rdone\nnext\n`, 65_536)).toEqual(["done", "next"]);
  expect(linesOf(`${long}\rdone\nnext\n`, 300_001)).toEqual(["done", "next"]);
  const [cut] = linesOf(`${long}\r\n`, 65_536);
  expect(cut).toContain(`… (${300_000 - LONGEST_LINE} more characters)`);
});

it("[K8S-19] a flood of returns takes no longer than other bytes", () => {
  const flood = `${"\r".repeat(2_000_000)}x\n`;
  expect(linesOf(flood, 65_536)).toEqual(["x"]);
});
