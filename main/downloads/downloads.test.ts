import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { PassThrough, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DownloadState } from "../contract/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { Downloads } from "./downloads.ts";
import type { ZipEntry } from "./entry.ts";

let folder: string;
let clock: ManualClock;
let downloads: Downloads;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-downloads-"));
  clock = new ManualClock();
  downloads = new Downloads(clock);
});
afterEach(() => {
  downloads[Symbol.dispose]();
  fs.rmSync(folder, { recursive: true, force: true });
});

const text = (at: string, words = "words"): ZipEntry => ({
  path: at,
  content: { kind: "text", text: words },
});

function file(at: string, content: Buffer, more: Partial<ZipEntry> = {}): ZipEntry {
  const made = path.join(folder, path.basename(at));
  fs.writeFileSync(made, content);
  return { path: at, content: { kind: "file", file: made, bytes: content.length }, ...more };
}

function watch(id: string): DownloadState[] {
  const seen: DownloadState[] = [];
  downloads.topics["downloads.state"](
    { id },
    {
      event: (state) => state && seen.push(state),
      error: (error) => {
        throw error;
      },
    },
  );
  return seen;
}

async function fetched(entries: readonly ZipEntry[]): Promise<Buffer> {
  const { id } = downloads.offer("models", entries);
  const to = new PassThrough();
  const [bytes] = await Promise.all([buffer(to), downloads.take(id)?.sendTo(to)]);
  return bytes;
}

describe("the .zip", () => {
  it("[DOWNLOAD-1] has one folder with everything in the order of its paths", async () => {
    const weights = Buffer.alloc(3 << 20, "weights ");
    const bytes = await fetched([
      text("b/größe.txt", "ä"),
      file("a/1/model.bin", weights),
      { path: "a/2", content: { kind: "folder" } },
      text("README.md"),
    ]);
    const unpacked = unzipSync(bytes);
    expect(Object.keys(unpacked)).toEqual([
      "models/README.md",
      "models/a/1/model.bin",
      "models/a/2/",
      "models/b/größe.txt",
    ]);
    expect(weights.equals(unpacked["models/a/1/model.bin"] ?? Buffer.alloc(0))).toBe(true);
    expect(strFromU8(unpacked["models/b/größe.txt"] ?? Buffer.alloc(0))).toBe("ä");
  });

  it("[DOWNLOAD-1] keeps times within the format's years, and what is executable", async () => {
    const modified = new Date(2024, 4, 6, 7, 8, 10);
    const central = centralEntries(
      await fetched([
        file("a", Buffer.from("1"), { modified, executable: true }),
        file("b", Buffer.from("2"), { modified: new Date(0) }),
      ]),
    );
    expect(central.map(({ mode }) => mode)).toEqual([0o100755, 0o100644]);
    expect(central[0]?.time).toEqual(modified);
    expect(central[1]?.time.getFullYear()).toBe(1980);
  });

  it("[DOWNLOAD-4] compresses small files and stores large ones", async () => {
    const small = await fetched([text("a", "x".repeat(1 << 19))]);
    expect(small.length).toBeLessThan(1 << 13);
    const large = await fetched([file("a", Buffer.alloc(1 << 20))]);
    expect(large.length).toBeGreaterThan(1 << 20);
  });

  it.each(["../a", "a/../../b", "/a", "a//b", "./a", "a\\b", "a\nb"])(
    "[DOWNLOAD-2] rejects the path %j",
    (odd) => {
      expect(() => downloads.offer("models", [text(odd)])).toThrow("cannot be put into a .zip");
    },
  );

  it("[DOWNLOAD-2] rejects a name that leads elsewhere", () => {
    for (const name of ["..", "c:", "a/../.."])
      expect(() => downloads.offer(name, [text("a")])).toThrow("cannot be put into a .zip");
  });

  it("[DOWNLOAD-6] is rejected beyond what its fields hold", () => {
    const huge = (bytes: number): ZipEntry => ({
      path: "weights.bin",
      content: { kind: "file", file: "/nowhere", bytes },
    });
    expect(() => downloads.offer("models", [huge(3.14e9)])).toThrow(
      "The files have 3.1 GB, and a .zip takes 2 GB at most. Choose fewer models, or write the folder on the host's machine.",
    );
    expect(downloads.offer("models", [huge(2e9)])).toMatchObject({ bytes: 2e9 });
    const many = Array.from({ length: 65_536 }, (_, index) => text(`${index}`, ""));
    expect(() => downloads.offer("models", many)).toThrow("65536 files and folders");
  });
});

describe("the offer", () => {
  it("[DOWNLOAD-3] is good once, within a minute", async () => {
    const { id, path: address } = downloads.offer("models", [text("a")]);
    expect(address).toBe(`/download/${id}`);
    expect(id).toMatch(/^[\w-]{32}$/);
    expect(downloads.take("another")).toBeNull();
    const taken = downloads.take(id);
    expect(downloads.take(id)).toBeNull();
    const to = new PassThrough().resume();
    const seen = watch(id);
    await taken?.sendTo(to);
    expect(seen.at(-1)).toEqual({ state: "sent", bytes: 5, totalBytes: 5, words: "" });

    const late = downloads.offer("models", [text("a")]);
    const reported = watch(late.id);
    await clock.advance(60_000);
    expect(downloads.take(late.id)).toBeNull();
    expect(reported.at(-1)).toMatchObject({
      state: "failed",
      words: "The browser did not fetch it within a minute; ask for it again.",
    });
  });

  it("[DOWNLOAD-5] a file that vanished breaks it off, with a sentence", async () => {
    const entry = file("a/model.bin", Buffer.from("1"));
    const { id } = downloads.offer("models", [text("a/config.pbtxt"), entry]);
    const seen = watch(id);
    fs.rmSync(path.join(folder, "model.bin"));
    const to = new PassThrough().resume();
    await downloads.take(id)?.sendTo(to);
    expect(to).toMatchObject({ destroyed: true, writableFinished: false });
    expect(seen.at(-1)).toMatchObject({
      state: "failed",
      words: `'${path.join(folder, "model.bin")}' does not exist.`,
    });
  });

  it.each([
    ["grew", Buffer.alloc(4 << 20)],
    ["was cut", Buffer.alloc(1 << 20)],
  ])("[DOWNLOAD-5] so does one that %s", async (_how, now) => {
    const { id } = downloads.offer("models", [file("model.bin", Buffer.alloc(2 << 20))]);
    const seen = watch(id);
    fs.writeFileSync(path.join(folder, "model.bin"), now);
    const to = new PassThrough().resume();
    await downloads.take(id)?.sendTo(to);
    expect(to.writableFinished).toBe(false);
    expect(seen.at(-1)?.words).toContain("'models/model.bin' changed while it was read");
  });

  it("[DOWNLOAD-5] a browser that gives up is reported, and nothing is read on", async () => {
    const { id } = downloads.offer("models", [file("model.bin", Buffer.alloc(8 << 20))]);
    const seen = watch(id);
    const to = new Writable({ write: (_chunk, _encoding, next) => void next });
    const sending = downloads.take(id)?.sendTo(to);
    await vi.waitFor(() => expect(to.writableLength).toBeGreaterThan(0));
    to.destroy();
    await sending;
    expect(seen.at(-1)).toMatchObject({
      state: "failed",
      words: "The browser ended the download before it was whole.",
    });
  });

  it("[DOWNLOAD-5] one that is broken off as the host ends leaves no timer behind", async () => {
    const { id } = downloads.offer("models", [file("model.bin", Buffer.alloc(8 << 20))]);
    const to = new Writable({ write: (_chunk, _encoding, next) => void next });
    const sending = downloads.take(id)?.sendTo(to);
    await vi.waitFor(() => expect(to.writableLength).toBeGreaterThan(0));
    downloads[Symbol.dispose]();
    to.destroy();
    await sending;
    expect(clock.waiting).toBe(0);
  });

  it("[DOWNLOAD-7] releases its files once: when sent, withdrawn, rejected or as the host ends", async () => {
    const release = vi.fn<() => void>();
    const offer = () => downloads.offer("models", [text("a")], release);
    await downloads.take(offer().id)?.sendTo(new PassThrough().resume());
    expect(release).toHaveBeenCalledTimes(1);
    offer();
    await clock.advance(60_000);
    expect(release).toHaveBeenCalledTimes(2);
    expect(() => downloads.offer("models", [text("../a")], release)).toThrow("cannot be put");
    expect(release).toHaveBeenCalledTimes(3);
    offer();
    downloads[Symbol.dispose]();
    expect(release).toHaveBeenCalledTimes(4);
  });

  it("[DOWNLOAD-4] nothing is read that is not asked for", async () => {
    const { id } = downloads.offer("models", [file("model.bin", Buffer.alloc(64 << 20))]);
    const writes: (() => void)[] = [];
    let bytes = 0;
    const to = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, next) {
        bytes += chunk.length;
        writes.push(next);
      },
    });
    const sending = downloads.take(id)?.sendTo(to);
    await vi.waitFor(() => expect(writes).toHaveLength(1));
    expect(bytes + to.writableLength).toBeLessThan(4 << 20);
    to.destroy();
    await sending;
  });
});

/** From the central directory of a .zip (APPNOTE.TXT 4.3.12): Unix's mode and MS-DOS's time. */
function centralEntries(zip: Buffer): { mode: number; time: Date }[] {
  const found: { mode: number; time: Date }[] = [];
  let at = zip.readUInt32LE(zip.length - 6);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [time, date] = [zip.readUInt16LE(at + 12), zip.readUInt16LE(at + 14)];
    found.push({
      mode: zip.readUInt32LE(at + 38) >>> 16,
      time: new Date(
        (date >> 9) + 1980,
        ((date >> 5) & 15) - 1,
        date & 31,
        time >> 11,
        (time >> 5) & 63,
        (time & 31) * 2,
      ),
    });
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return found;
}
