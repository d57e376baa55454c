import { expect, test } from "vitest";
import { programUrl } from "./program-url.ts";

test("a program is next to the one that starts it", () => {
  const url = programUrl("./engine.js", "file:///project/dist/programs/main.js");
  expect(url.href).toBe("file:///project/dist/programs/engine.js");
});

test("packaged, it is outside the archive", () => {
  const main = "file:///opt/Batchdeck/resources/app.asar/dist/programs/main.js";
  expect(programUrl("./engine.js", main).href).toBe(
    "file:///opt/Batchdeck/resources/app.asar.unpacked/dist/programs/engine.js",
  );
});
