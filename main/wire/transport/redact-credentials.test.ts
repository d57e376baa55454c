import fc from "fast-check";
import { expect, it } from "vitest";
import { parseAddress } from "../../servers/index.ts";
import { withoutCredentials } from "./redact-credentials.ts";

it.each([
  ["https://host:6443", "https://host:6443"],
  ["https://user:secret@host:6443/path", "https://host:6443/path"],
  ["https://user:s@cr/et?#@host", "https://host"],
  ["http://user:12/34@proxy:3128", "http://proxy:3128"],
  ["user:s/cret@proxy:3128", "proxy:3128"],
  ["HTTPS://user@host", "HTTPS://host"],
])("[SERVER-C20] shows %s as %s", (url, shown) => expect(withoutCredentials(url)).toBe(shown));

it("[SERVER-C20] hides a password completely, whatever is in it", () => {
  const password = fc.string({
    minLength: 4,
    unit: fc.constantFrom(...Array.from("abc123@/:?#%&= ")),
  });
  fc.assert(
    fc.property(password, (secret) => {
      const text = `§${secret}§`;
      expect(withoutCredentials(`https://user:${text}@host:1`)).toBe("https://host:1");
      for (const field of ["grpc", "http", "metrics", "proxy"] as const)
        expect(() => parseAddress(field, `http://user:${text}@host:1`)).toThrow(
          /^(?!.*§).*contains a name or password/,
        );
    }),
    { numRuns: 100 },
  );
});
