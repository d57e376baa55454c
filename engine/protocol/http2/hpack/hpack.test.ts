import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HpackDecoder } from "./decoder.ts";
import { HpackEncoder } from "./encoder.ts";
import { HpackError } from "./hpack-error.ts";
import { decodeHuffman, encodeHuffman } from "./huffman.ts";

function decode(decoder: HpackDecoder, hex: string): string[] {
  const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex");
  const fields: string[] = [];
  decoder.decode(bytes, 0, bytes.length, ({ name, value }) => fields.push(`${name}: ${value}`));
  return fields;
}

const GET = [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"];
const REQUESTS = [
  GET,
  [...GET, "cache-control: no-cache"],
  [
    ":method: GET",
    ":scheme: https",
    ":path: /index.html",
    ":authority: www.example.com",
    "custom-key: custom-value",
  ],
];

describe("[H2-10] the examples of RFC 7541, Appendix C", () => {
  test.each([
    [
      "C.2.1 with indexing",
      "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572",
      "custom-key: custom-header",
    ],
    ["C.2.2 without indexing", "040c 2f73 616d 706c 652f 7061 7468", ":path: /sample/path"],
    ["C.2.3 never indexed", "1008 7061 7373 776f 7264 0673 6563 7265 74", "password: secret"],
    ["C.2.4 indexed", "82", ":method: GET"],
  ])("%s", (_, hex, field) => {
    expect(decode(new HpackDecoder(), hex)).toEqual([field]);
  });

  test.each([
    [
      "C.3 without Huffman",
      [
        "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
        "8286 84be 5808 6e6f 2d63 6163 6865",
        "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
      ],
    ],
    [
      "C.4 with Huffman",
      [
        "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
        "8286 84be 5886 a8eb 1064 9cbf",
        "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
      ],
    ],
  ])("%s: three requests on one connection", (_, blocks) => {
    const decoder = new HpackDecoder();
    expect(blocks.map((hex) => decode(decoder, hex))).toEqual(REQUESTS);
  });

  test("C.6 responses with Huffman in a table of 256 bytes, which evicts", () => {
    const decoder = new HpackDecoder();
    // The example assumes a table of 256 bytes; here the first block sets it.
    const first = decode(
      decoder,
      "3fe101 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
    );
    const second = decode(decoder, "4883 640e ffc1 c0bf");
    const third = decode(
      decoder,
      "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07",
    );
    const common = ["cache-control: private", "date: Mon, 21 Oct 2013 20:13:21 GMT"];
    const location = "location: https://www.example.com";
    expect(first).toEqual([":status: 302", ...common, location]);
    expect(second).toEqual([":status: 307", ...common, location]);
    expect(third).toEqual([
      ":status: 200",
      "cache-control: private",
      "date: Mon, 21 Oct 2013 20:13:22 GMT",
      location,
      "content-encoding: gzip",
      "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
    ]);
  });
});

describe("[H2-11] rejects invalid header blocks", () => {
  test.each([
    ["index 0", "80"],
    ["an index beyond the table", "be"],
    ["an integer without end", "ffffffffffff7f"],
    ["a string longer than its block", "000a61"],
    ["a block that ends within a field", "40"],
    ["a table larger than agreed", "3fe2ff03"],
    ["a table size update behind a field", "823f00"],
    ["Huffman padding of more than 7 bits", "000184ffffffff0161"],
    ["Huffman padding with zeros", "00018100 0161"],
  ])("%s", (_, hex) => {
    expect(() => decode(new HpackDecoder(), hex)).toThrow(HpackError);
  });
});

test("[H2-12] Huffman-encodes and decodes octets of any value", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => {
      const coded = encodeHuffman(Buffer.from(octets));
      expect(Buffer.from(decodeHuffman(coded, 0, coded.length), "latin1")).toEqual(
        Buffer.from(octets),
      );
    }),
  );
});

test("[H2-12] a decoder reads what the encoder writes, also after the table was made smaller", () => {
  const name = fc.constantFrom(":status", "content-type", "grpc-status", "grpc-message", "x-own");
  const value = fc.string({
    unit: fc.integer({ min: 32, max: 255 }).map((c) => String.fromCharCode(c)),
    maxLength: 200,
  });
  const constant = [
    { name: ":status", value: "200" },
    { name: "content-type", value: "application/grpc", indexed: true },
  ];
  const field = fc.record({ name, value });
  const step = fc.oneof(
    fc.record({ fields: fc.array(field, { maxLength: 5 }) }),
    fc.constant({ fields: constant }),
    fc.record({ limit: fc.integer({ min: 0, max: 8192 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const encoder = new HpackEncoder();
      const decoder = new HpackDecoder();
      for (const each of steps) {
        if ("limit" in each) {
          encoder.limitTable(each.limit);
          continue;
        }
        const { fields } = each;
        const block = fields === constant ? encoder.encodeConstant(fields) : encoder.encode(fields);
        expect(decode(decoder, block.toString("hex"))).toEqual(
          fields.map((sent) => `${sent.name}: ${sent.value}`),
        );
      }
    }),
  );
});

test("[H2-13] a repeated response takes one byte per field", () => {
  const encoder = new HpackEncoder();
  const fields = [
    { name: ":status", value: "200" },
    { name: "content-type", value: "application/grpc", indexed: true },
  ];
  expect(encoder.encodeConstant(fields).length).toBeGreaterThan(2);
  expect(encoder.encodeConstant(fields).toString("hex")).toBe("88be");
  expect(encoder.encodeConstant(fields)).toBe(encoder.encodeConstant(fields));
  encoder.limitTable(0);
  expect(encoder.encodeConstant(fields)[0]).toBe(0x20);
  expect(encoder.encodeConstant(fields)[0]).toBe(0x88);
});
