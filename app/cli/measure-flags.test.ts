import { describe, expect, it } from "vitest";
import { shellCommand } from "../../main/lab/shell-command.ts";
import { suggestPlan } from "../../main/lab/suggest.ts";
import { detail } from "../../main/lab/testing/fake-server.ts";
import { UsageError } from "./command.ts";
import { parseMeasureFlags } from "./measure-flags.ts";

const { notes: _notes, ...plan } = suggestPlan(detail());

describe("measure's flags", () => {
  const concurrencies = (range: string) =>
    parseMeasureFlags(["-m", "m", `--concurrency-range=${range}`]).concurrencies;

  it("mean what perf_analyzer's mean", () => {
    expect(concurrencies("4")).toEqual([4]);
    expect(concurrencies("1:4")).toEqual([1, 2, 3, 4]);
    expect(concurrencies("1:8:3")).toEqual([1, 4, 7]);
    expect(concurrencies("1,8,32")).toEqual([1, 8, 32]);
    expect(parseMeasureFlags(["-m", "m", "-i", "gRPC"])).toMatchObject({
      wire: "grpc",
      address: "127.0.0.1:8001",
      batchSize: 1,
      secondsPerStep: 5,
    });
    const shapes = ["--shape", "ids:64", "--shape", "a:b:2,3"];
    expect(parseMeasureFlags(["-m", "m", ...shapes]).shapes).toEqual({ ids: [64], "a:b": [2, 3] });
  });

  it.each([
    [[], "-m is missing"],
    [["-m", "m", "stray"], "'stray' belongs to no flag"],
    [["-m", "m", "-i", "ftp"], "-i is 'ftp'; it must be http or grpc."],
    [["-m", "m", "-u", "localhost"], "-u is 'localhost'; it must be HOST:PORT"],
    [["-m", "m", "-b", "0"], "-b is '0'; it must be a whole number from 1"],
    [["-m", "m", "--concurrency-range=8:1"], "its end 1 must not be below its start 8"],
    [["-m", "m", "--concurrency-range=1:2:3:4"], "it must be START:END:STEP"],
    [["-m", "m", "--shape", "ids"], "it must be NAME:D1,D2"],
    [["-m", "m", "--bogus"], "--bogus"],
  ])("refuse %j", (args, message) => {
    expect(() => parseMeasureFlags(args)).toThrow(UsageError);
    expect(() => parseMeasureFlags(args)).toThrow(message);
  });

  it.each([[[4]], [[1, 2, 3]], [[2, 6, 10]], [[8, 1]], [[1, 8, 32]]])(
    "come back as they were from the lab's command for concurrencies %j",
    (concurrencies) => {
      const command = shellCommand(
        { ...plan, concurrencies, batchSize: 4, modelVersion: "2", shapes: { ids: [16, 2] } },
        "127.0.0.1:8000",
      );
      const {
        jsonFile: _json,
        csvFile: _csv,
        address: _address,
        ...flags
      } = parseMeasureFlags(command.split(" measure ")[1]?.split(" ") ?? []);
      expect({ ...flags, serverId: "embedded" }).toEqual({
        ...plan,
        concurrencies,
        batchSize: 4,
        modelVersion: "2",
        shapes: { ids: [16, 2] },
      });
    },
  );
});
