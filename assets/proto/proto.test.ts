import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isProtoGenerated } from "../../scripts/bootstrap/proto.mjs";
import { generateProto } from "../../scripts/generate-proto.ts";
import { root } from "../../scripts/process.ts";

test("the code that tests run with is that of the .proto files", () => {
  expect(isProtoGenerated(root)).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), "proto-"));
  try {
    generateProto(folder);
    const names = readdirSync(folder);
    expect(names.sort()).toEqual(["messages.d.ts", "messages.js"]);
    for (const name of names) {
      const used = readFileSync(new URL(`./generated/${name}`, import.meta.url), "utf8");
      expect(readFileSync(join(folder, name), "utf8") === used, name).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
