import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { scaleModel } from "./onnx-model.ts";

/** A model repository in a temporary directory. */
export class TestRepository implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<TestRepository> {
    return new TestRepository(await mkdtemp(join(tmpdir(), "batchdeck-repository-")));
  }

  /** Writes a file and its directories; the path is relative to the repository. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const target = join(this.path, path);
    const draft = join(this.path, ".draft");
    await mkdir(dirname(target), { recursive: true });
    await writeFile(draft, content);
    await rename(draft, target);
  }

  /** A model of the identity backend, FP32 [-1] unless configured otherwise. */
  async identity(name: string, config: string): Promise<void> {
    await mkdir(join(this.path, name, "1"), { recursive: true });
    const io = config.includes("input") ? "" : IDENTITY_IO;
    await this.write(`${name}/config.pbtxt`, `backend: "identity"\n${io}${config}\n`);
  }

  /** A decoupled model of the repeat backend; `datatype` is the type of IN and OUT. */
  async repeat(name: string, datatype: string, config = ""): Promise<void> {
    await this.write(`${name}/1/.keep`, "");
    await this.write(
      `${name}/config.pbtxt`,
      `backend: "repeat" model_transaction_policy { decoupled: true }
input [ { name: "IN" data_type: TYPE_${datatype} dims: [ -1 ] },
        { name: "DELAY" data_type: TYPE_UINT32 dims: [ -1 ] },
        { name: "WAIT" data_type: TYPE_UINT32 dims: [ 1 ] } ]
output [ { name: "OUT" data_type: TYPE_${datatype} dims: [ 1 ] },
         { name: "IDX" data_type: TYPE_UINT32 dims: [ 1 ] } ]
${config}`,
    );
  }

  /** An ONNX file that multiplies x [batch, 2] by `factor` into y. */
  async scale(name: string, version: string, factor: number): Promise<void> {
    await this.write(`${name}/${version}/model.onnx`, scaleModel(factor));
  }

  /** Removes a model at once. */
  async remove(name: string): Promise<void> {
    await rename(join(this.path, name), join(this.path, `.${name}`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** Makes each batch of the identity backend take this long. */
export const executeDelay = (ms: number): string =>
  `parameters { key: "execute_delay_ms" value { string_value: "${ms}" } }`;

const IDENTITY_IO = `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
`;
