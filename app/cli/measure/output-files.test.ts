import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { experiment } from "../../../main/lab/testing/experiment.ts";
import { fillDisk, withSmallDisk } from "../../../main/testing/small-disk.ts";
import { writeFiles } from "./measure.ts";

it(
  "[MEASURE-11] reports each file that a full disk doesn't take, after the others are written",
  withSmallDisk(256, (disk) => {
    const full = path.join(disk.path, "run.json");
    fillDisk(disk.path);
    const csvFile = path.join(fs.mkdtempSync("/tmp/batchdeck-measure-"), "run.csv");
    const flags = {
      csvFile,
      jsonFile: full,
      htmlFile: null,
      toolFiles: { "vllm-bench": null, aiperf: null, guidellm: null },
      percentile: null,
    };
    expect(() => writeFiles(flags, experiment())).toThrow(
      `Can't write --json. The disk that holds '${full}' is full; free some space and try again.`,
    );
    expect(fs.readFileSync(csvFile, "utf8")).toContain("Concurrency");
    fs.rmSync(path.dirname(csvFile), { recursive: true });
  }),
);
