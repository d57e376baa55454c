import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createFolder } from "../testing/sets.ts";
import { filesIn, readBounded, within } from "./files.ts";

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === "win32";

describe("files", () => {
  it("[LAB-INPUT-9] are read completely, up to the limit", async () => {
    await using folder = await createFolder({ a: "12345" });
    expect((await readBounded(folder.of("a"), 5)).toString()).toBe("12345");
    await expect(readBounded(folder.of("a"), 4)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: `'${folder.of("a")}' has 5 bytes, more than 4.`,
    });
  });

  it("[LAB-INPUT-9] that are invalid are rejected", async () => {
    await using folder = await createFolder({ a: "" });
    await mkdir(folder.of("sub"));
    await expect(readBounded(folder.of("sub"), 9)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    await expect(readBounded(folder.of("b"), 9)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(readBounded(folder.of("a/b"), 9)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(readBounded("a\0b", 9)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    await expect(filesIn(folder.of("b"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await filesIn(folder.path)).toEqual(["a"]);
  });

  it.skipIf(isWindows)("[LAB-INPUT-9] that never end are rejected", async () => {
    await expect(readBounded("/dev/zero", 9)).rejects.toThrow("'/dev/zero' is not a file.");
  });

  it.skipIf(isWindows || isRoot)(
    "[LAB-INPUT-9] that may not be read are PERMISSION_DENIED",
    async () => {
      await using folder = await createFolder({ a: "secret" });
      await chmod(folder.of("a"), 0);
      await expect(readBounded(folder.of("a"), 9)).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
      });
    },
  );

  it("[LAB-INPUT-14] stay within their folder", () => {
    const folder = path.resolve("/data");
    expect(within(folder, "x")).toBe(path.join(folder, "x"));
    expect(within(folder, "sub/x:0")).toBe(path.join(folder, "sub", "x:0"));
    for (const name of ["", ".", "..", "../x", "sub/../../x", path.resolve("/etc/passwd"), "x\0"]) {
      expect(within(folder, name)).toBe(null);
    }
    expect(within(folder, "..x")).toBe(path.join(folder, "..x"));
  });
});
