import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readWindowState, windowBounds, writeWindowState } from "./window-state.ts";

const screens = [
  { x: 0, y: 0, width: 1920, height: 1040 },
  { x: 1920, y: 200, width: 1280, height: 984 },
];
const at = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  maximized: false,
});

describe("the window's place", () => {
  test.each([
    ["as it stood", at(100, 50)],
    ["on the second screen", at(1980, 250)],
    ["half off to the left", at(-800, 0)],
  ])("is kept %s", (_where, state) => {
    expect(windowBounds(state, screens)).toEqual(state.bounds);
  });

  test.each([
    ["on a screen that is gone", at(4000, 100)],
    ["above every screen", at(100, -40)],
    ["below every screen", at(100, 1030)],
    ["off to the side but for a sliver", at(-950, 0)],
  ])("is the middle of the first screen when it was %s", (_where, state) => {
    expect(windowBounds(state, screens)).toEqual({ x: 460, y: 170, width: 1000, height: 700 });
  });

  test("is centred on the first screen the first time, at a size that fits", () => {
    expect(windowBounds(null, screens)).toEqual({ x: 240, y: 60, width: 1440, height: 920 });
    const small = { x: 0, y: 24, width: 1024, height: 740 };
    expect(windowBounds(null, [small])).toEqual(small);
  });

  test("is reset if its size was too small", () => {
    expect(windowBounds(at(100, 100, 10, 5), screens)).toEqual(windowBounds(null, screens));
  });
});

describe("the window's state on disk", () => {
  let file: string;
  beforeEach(() => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-window-"));
    file = path.join(folder, "window.json");
    return () => fs.rmSync(folder, { recursive: true });
  });

  test("is restored as written", async () => {
    const state = { ...at(5, 6), maximized: true };
    await writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
  });

  test("may be missing", () => {
    expect(readWindowState(file)).toBeNull();
  });

  test.each([
    "",
    "null",
    '{"version":1}',
    '{"version":2,"bounds":{"x":0,"y":0,"width":900,"height":700},"maximized":false}',
    '{"version":1,"bounds":{"x":"0","y":0,"width":900,"height":700},"maximized":false}',
    '{"version":1,"bounds":{"x":0,"y":0,"width":900,"height":1e999},"maximized":false}',
  ])("is ignored if it is %s", (text) => {
    fs.writeFileSync(file, text);
    expect(readWindowState(file)).toBeNull();
  });
});
