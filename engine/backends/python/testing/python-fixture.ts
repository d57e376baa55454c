import type { EngineOptions } from "../../../engine.ts";
import type { LogLevel } from "../../../log/log.ts";
import { EngineFixture } from "../../../testing/engine-fixture.ts";
import type { Engine } from "../../../types.ts";
import { findPython } from "./find-python.ts";

/** Looked up once per test file. */
export const python = await findPython();

/** For `describe.skipIf`. */
export const isMissing = "reason" in python;

/** Appended to the titles of skipped tests. */
export const missingReason = "reason" in python ? ` (skipped: ${python.reason})` : "";

/** On a busy machine a model's process takes longer to start than the default, 30 s. */
const START_SECONDS = 50;

export interface LogLine {
  readonly level: LogLevel;
  readonly line: string;
}

/** A repository of Python models and the engine that serves them. */
export class PythonFixture implements AsyncDisposable {
  readonly engines: EngineFixture;
  readonly log: LogLine[] = [];

  private constructor(engines: EngineFixture) {
    this.engines = engines;
  }

  static async create(): Promise<PythonFixture> {
    return new PythonFixture(await EngineFixture.create());
  }

  /** `code` follows the usual imports; `config` follows the backend. */
  async model(name: string, code: string, config: string = FP32_IO): Promise<void> {
    const { repository } = this.engines;
    const imports =
      "import json\nimport numpy as np\nimport triton_python_backend_utils as pb_utils\n";
    await repository.write(`${name}/1/model.py`, `${imports}\n${code}\n`);
    await repository.write(`${name}/config.pbtxt`, `backend: "python"\n${config}\n`);
  }

  start(options: Partial<EngineOptions> = {}): Promise<Engine> {
    const executable = "executable" in python ? python.executable : undefined;
    return this.engines.start({
      ...options,
      python: { executable, startSeconds: START_SECONDS, ...options.python },
      log: (line, level) => void this.log.push({ line, level }),
    });
  }

  lines(level: LogLevel): string[] {
    return this.log.filter((one) => one.level === level).map(({ line }) => line);
  }

  /** A model that can't be loaded is unknown to requests; only the log has the reason. */
  printLog(): void {
    process.stderr.write(this.log.map(({ level, line }) => `${level}: ${line}\n`).join(""));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.engines[Symbol.asyncDispose]();
  }
}

/** One FP32 input and output of any length, without batching. */
export const FP32_IO = `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]`;

/** Echoes each request's input. */
export const IDENTITY = `class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            array = pb_utils.get_input_tensor_by_name(request, "INPUT0").as_numpy()
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", array)]))
        return responses`;

/** A decoupled model that sends a response for each element of its input. */
export const COUNTING = `class TritonPythonModel:
    def execute(self, requests):
        for request in requests:
            sender = request.get_response_sender()
            for value in request.inputs()[0].as_numpy():
                sender.send(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([value]))]))
            sender.send(flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)`;
