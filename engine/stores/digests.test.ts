import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { crc32c, DigestCheck } from "./digests.ts";

it("[OBJSTORE-9] computes CRC-32C like RFC 3720 (B.4)", () => {
  expect(crc32c(Buffer.from("123456789"))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43);
});

it("[OBJSTORE-9] checks content in chunks of any size", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (content, cut) => {
      const crc = crc32c(content).toString(16).padStart(8, "0");
      const md5 = createHash("md5").update(content).digest("hex");
      const check = new DigestCheck({ md5, crc32c: crc });
      check.update(content.subarray(0, cut));
      check.update(content.subarray(cut));
      expect(check.mismatch()).toBeUndefined();
    }),
  );
  const wrong = new DigestCheck({ crc32: "00000001", md5: "" });
  wrong.update(Buffer.from("x"));
  expect(wrong.mismatch()).toBe("crc32");
});
