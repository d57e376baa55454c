// tritonclient's own example scripts, unchanged. `npm run test:real -- tritonclient` provides them.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  writeExampleModels,
  writeImageExamples,
  writeInt8Example,
} from "../testing/example-models.ts";
import { findTritonclient } from "../testing/find-tritonclient.ts";
import { TestRepository } from "../testing/repository.ts";
import { type ServingProcess, startServing } from "../testing/serving-process.ts";

const run = promisify(execFile);

/** `src/python/examples` of the client's repository. */
const examples = process.env["BATCHDECK_TRITONCLIENT_EXAMPLES"] ?? "";
const python = examples === "" ? undefined : await findTritonclient();
const skipped =
  python === undefined ? " (skipped: BATCHDECK_TRITONCLIENT_EXAMPLES names no folder of them)" : "";

const COMPRESSION = [
  "--request-compression-algorithm=gzip",
  "--response-compression-algorithm=deflate",
];

/** Scripts that address one protocol, named in them, with their arguments and the last line that they print. */
const SCRIPTS: readonly (readonly [call: string, last: string])[] = [
  ["simple_http_health_metadata.py", ""],
  ["simple_grpc_health_metadata.py", ""],
  ["simple_http_infer_client.py", ""],
  [`simple_http_infer_client.py ${COMPRESSION.join(" ")}`, ""],
  ["simple_grpc_infer_client.py", "PASS: infer"],
  ["simple_grpc_infer_client.py -C gzip", "PASS: infer"],
  ["simple_http_aio_infer_client.py", "PASS: infer"],
  ["simple_grpc_aio_infer_client.py", "PASS: grpc aio infer"],
  ["simple_http_async_infer_client.py", ""],
  ["simple_grpc_async_infer_client.py", "PASS: Async infer"],
  ["simple_grpc_custom_args_client.py", "PASS: CustomArgs"],
  ["simple_grpc_keepalive_client.py", "PASS: KeepAlive"],
  ["simple_http_string_infer_client.py", "PASS: string"],
  ["simple_grpc_string_infer_client.py", "PASS: string"],
  ["grpc_explicit_int_content_client.py", "PASS: explicit int"],
  ["grpc_explicit_int8_content_client.py", "PASS: explicit int8"],
  ["grpc_explicit_byte_content_client.py", "PASS: explicit string"],
  ["simple_http_sequence_sync_infer_client.py", "PASS: Sequence"],
  ["simple_http_sequence_sync_infer_client.py --dyna", "PASS: Sequence"],
  ["simple_grpc_sequence_sync_infer_client.py", "PASS: Sequence"],
  ["simple_grpc_sequence_sync_infer_client.py --dyna", "PASS: Sequence"],
  ["simple_grpc_sequence_stream_infer_client.py", "PASS: Sequence"],
  ["simple_grpc_sequence_stream_infer_client.py --dyna", "PASS: Sequence"],
  ["simple_grpc_aio_sequence_stream_infer_client.py", "PASS: grpc aio sequence stream"],
  ["simple_grpc_aio_sequence_stream_infer_client.py --dyna", "PASS: grpc aio sequence stream"],
  ["simple_grpc_custom_repeat.py", "PASS: Decoupled API"],
  ["simple_http_shm_client.py", "PASS: system shared memory"],
  ["simple_grpc_shm_client.py", "PASS: system shared memory"],
  ["simple_http_shm_string_client.py", "PASS: system shared memory"],
  ["simple_grpc_shm_string_client.py", "PASS: system shared memory"],
  ["reuse_infer_objects_client.py -i http", "======== END ========"],
  ["reuse_infer_objects_client.py -i grpc", "======== END ========"],
  ["grpc_client.py", "PASS"],
];

const PROTOCOLS = ["http", "grpc"] as const;

describe.skipIf(python === undefined)(`tritonclient's examples${skipped}`, () => {
  const repositories: TestRepository[] = [];
  const engines: ServingProcess[] = [];
  let engine: ServingProcess;
  let images: string;

  async function start(used: readonly TestRepository[], loaded: string): Promise<ServingProcess> {
    const [first, ...others] = used.map(({ path }) => path);
    const started = await startServing(
      first ?? "",
      [
        ...others.map((path) => `--model-repository=${path}`),
        // The examples of health and metadata expect tritonserver's own name.
        "--id=triton",
        "--allow-client-shm=true",
        "--model-control-mode=explicit",
        `--load-model=${loaded}`,
        `--backend-config=python,executable=${python}`,
      ],
      { stderr: process.env["DEBUG"] ? "inherit" : "ignore" },
    );
    engines.push(started);
    return started;
  }

  beforeAll(async () => {
    for (const write of [writeExampleModels, writeInt8Example, writeImageExamples]) {
      const repository = await TestRepository.create();
      repositories.push(repository);
      await write(repository);
    }
    const pictures = await TestRepository.create();
    repositories.push(pictures);
    images = pictures.path;
    for (const [name, pixel] of Object.entries({ green: [9, 200, 40], red: [90, 20, 40] })) {
      const pixels = Buffer.from(Array.from({ length: 224 * 224 }, () => pixel).flat());
      await pictures.write(`${name}.ppm`, Buffer.concat([Buffer.from("P6 224 224 255\n"), pixels]));
    }
    engine = await start(repositories.slice(0, 3), "*");
  }, 120_000);

  afterAll(async () => {
    for (const each of engines) {
      each.child.kill("SIGTERM");
      await each.exit;
    }
    for (const each of repositories) await each[Symbol.asyncDispose]();
  });

  /** What the script prints; rejects with it if the script fails. */
  async function output(script: string, url: string, args: readonly string[] = []) {
    const file = join(examples, script);
    const options = { timeout: 60_000 };
    const { stdout } = await run(python ?? "", [file, "-u", url, ...args], options).catch(
      (error: Error & { stdout?: string; stderr?: string }) => {
        throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
      },
    );
    return stdout;
  }

  // The scripts themselves compare the responses: they end with 0 if all are right.
  it.for(SCRIPTS)("[PROTO-111] %s", async ([call, last]) => {
    const [script = "", ...args] = call.split(" ");
    const printed = await output(script, engine[call.includes("http") ? "http" : "grpc"], args);
    expect(printed.trimEnd().split("\n").at(-1)).toContain(last);
  });

  it.for([
    ["http", 1],
    ["grpc", 2],
  ] as const)("[PROTO-111] simple_%s_model_control.py", async ([protocol, count]) => {
    // They unload a model, and count those of the repositories: seven and eight.
    const own = await start(repositories.slice(0, count), "simple");
    const printed = await output(`simple_${protocol}_model_control.py`, own[protocol]);
    expect(printed).toContain("PASS: model control");
  });

  it.for(PROTOCOLS)("[PROTO-111] image_client.py over %s", async (protocol) => {
    const picture = join(images, "green.ppm");
    const ways = [[], ["-a"], ...(protocol === "grpc" ? [["--streaming"]] : [])];
    for (const [model, batch] of [
      ["densenet_onnx", 1],
      ["inception", 2],
    ] as const)
      for (const way of ways) {
        const args = ["-i", protocol, "-m", model, "-b", String(batch), "-c", "2", ...way];
        const printed = await output("image_client.py", engine[protocol], [...args, picture]);
        const classes = "    200.000000 (1) = green\n    40.000000 (2) = blue\n".repeat(batch);
        expect(printed).toBe(`Request 1, batch size ${batch}\n${classes}PASS\n`);
      }
  });

  it("[PROTO-111] grpc_image_client.py", async () => {
    for (const way of [[], ["-a"], ["--streaming"]]) {
      const args = ["-m", "inception", "-b", "2", "-c", "1", ...way, images];
      const printed = await output("grpc_image_client.py", engine.grpc, args);
      expect(printed).toContain("(1) = green");
      expect(printed).toContain("(0) = red");
      expect(printed).toContain("PASS");
    }
  });

  it.for(PROTOCOLS)("[PROTO-111] ensemble_image_client.py over %s", async (protocol) => {
    const args = ["-i", protocol, images];
    const printed = await output("ensemble_image_client.py", engine[protocol], args);
    expect(printed).toContain("200.000000 (1) = green");
    expect(printed).toContain("90.000000 (0) = red");
  });
});
