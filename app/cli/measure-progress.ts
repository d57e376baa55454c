import type { RunProgress } from "../../main/lab/measuring.ts";
import { visibleLine } from "./output.ts";

/** One line that is written over, on a terminal; nothing elsewhere. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  show(where: string, run: RunProgress, seconds: number): void {
    if (!this.#stream.isTTY) return;
    const columns = this.#stream.columns || 80;
    this.#stream.write(
      `\r\u001b[K${visibleLine(progressWords(where, run, seconds)).slice(0, columns - 1)}`,
    );
  }

  clear(): void {
    if (this.#stream.isTTY) this.#stream.write("\r\u001b[K");
  }
}

/** "concurrency 8: measuring 3.4 of at most 5.0 s, 1234 requests, p99 8.1 ms" */
export function progressWords(where: string, run: RunProgress, seconds: number): string {
  const { phase, secondsDone, successes, failures, response, stream } = run;
  const length = phase === "measuring" ? ` of at most ${seconds.toFixed(1)} s` : " s";
  const micros = stream ? stream.firstP99 : response.p99;
  const p99 =
    micros === null
      ? ""
      : `,${stream ? " first token" : ""} p99 ${(micros / 1000).toPrecision(3)} ms`;
  const failed = failures > 0 ? `, ${failures} failed` : "";
  const doing = { warmup: "warming up", measuring: "measuring", draining: "awaiting answers" };
  return `${where}: ${doing[phase]} ${secondsDone.toFixed(1)}${length}, ${successes} requests${failed}${p99}`;
}
