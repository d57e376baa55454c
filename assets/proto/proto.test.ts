import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateProto } from "../../scripts/generate-proto.ts";

test("the generated code is that of the .proto files (else: node scripts/generate-proto.ts)", () => {
  const folder = mkdtempSync(join(tmpdir(), "proto-"));
  try {
    generateProto(folder);
    for (const name of ["messages.js", "messages.d.ts"]) {
      const committed = readFileSync(new URL(`./generated/${name}`, import.meta.url), "utf8");
      expect(readFileSync(join(folder, name), "utf8") === committed, name).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
