import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServing, type ServingProcess } from "../testing/serving-process.ts";
import { findTritonclient, missingTritonclient } from "../testing/find-tritonclient.ts";
import { TestRepository } from "../testing/repository.ts";

const run = promisify(execFile);

const python = await findTritonclient();
const skipped = python === undefined ? missingTritonclient : "";

describe.skipIf(python === undefined)(`tritonclient with shared memory${skipped}`, () => {
  let repository: TestRepository;
  let engine: ServingProcess;

  beforeAll(async () => {
    repository = await TestRepository.create();
    await repository.identity("identity", "max_batch_size: 8");
    await repository.identity(
      "text",
      `input [ { name: "INPUT0" data_type: TYPE_STRING dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_STRING dims: [ -1 ] } ]`,
    );
    engine = await startServing(repository.path, ["--allow-client-shm=true"]);
  });
  afterAll(async () => {
    engine.child.kill("SIGTERM");
    await engine.exit;
    await repository[Symbol.asyncDispose]();
  });

  it.each(["http", "grpc"] as const)("[SHM-9] over %s", async (protocol) => {
    const script = fileURLToPath(new URL("./testing/client.py", import.meta.url));
    const { stdout } = await run(python ?? "", [script, protocol, engine[protocol]]);
    expect(JSON.parse(stdout)).toEqual({
      registered: 2,
      numbers: [
        [0, 1, 2],
        [3, 4, 5],
      ],
      read: [
        [0, 1, 2],
        [3, 4, 5],
      ],
      words: ["né", "", "abc"],
      "too small":
        "shared memory size specified with the request for output 'OUTPUT0' (4 bytes) should be at least 18 bytes to hold the results",
      unknown: "Unable to find shared memory region: 'nosuch'",
      twice: "shared memory region 'source' already in manager",
      "no object": "Unable to open shared memory region: '/batchdeck-no-such'",
      left: 0,
    });
  });
});
