import { expect, it } from "vitest";
import { watchLines } from "./watch-lines.ts";

async function* body(...pieces: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece as string);
}

async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

it("[K8S-22] gives lines wherever they are cut, and the last one without an end", async () => {
  const pieces = Buffer.from("one\nüber\n\nlast");
  const lines = await collect(
    watchLines(body(...[...pieces].map((byte) => Buffer.of(byte))), "pods"),
  );
  expect(lines).toEqual(["one", "über", "", "last"]);
  expect(await collect(watchLines(body("a\nb\nc"), "pods"))).toEqual(["a", "b", "c"]);
});

it("[K8S-22] ends with a sentence at an event of more than 16 MiB", async () => {
  let sent = 0;
  async function* endless() {
    for (;;) {
      sent += 1;
      yield Buffer.alloc(1 << 20, "x");
    }
  }
  const lines = collect(watchLines(endless(), "pods"));
  await expect(lines).rejects.toMatchObject({
    code: "RESOURCE_EXHAUSTED",
    message: expect.stringContaining("more than 16777216 bytes while pods were watched"),
  });
  expect(sent).toBe(17);
});
