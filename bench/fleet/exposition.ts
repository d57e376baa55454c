import fs from "node:fs";

const fixture = new URL("../../main/servers/fixtures/triton-metrics.txt", import.meta.url);
const MODEL = /\{model="([^"]+)"/;
/** The model of the recorded server that serves as an example. */
const EXAMPLE = "id_plain";

/** Metrics as recorded from Triton 2.64.0, for other models, with counters that grow by `grown`. */
export function createExposition(models: readonly string[]): (grown: number) => string {
  const lines = fs.readFileSync(fixture, "utf8").split("\n");
  const parts = lines.flatMap((line): { text: string; value: number; grows: boolean }[] => {
    if (line.startsWith("#") || line === "")
      return [{ text: line, value: Number.NaN, grows: false }];
    const model = MODEL.exec(line)?.[1];
    if (model !== undefined && model !== EXAMPLE) return [];
    const space = line.lastIndexOf(" ");
    const sample = {
      value: Number(line.slice(space + 1)),
      grows: /success|count\{|duration_us/.test(line) && !line.includes("pending"),
    };
    const name = line.slice(0, space);
    if (model === undefined) return [{ ...sample, text: name, grows: false }];
    return models.map((each) => ({ ...sample, text: name.replace(EXAMPLE, each) }));
  });
  return (grown) =>
    parts
      .map(({ text, value, grows }) =>
        Number.isNaN(value) ? text : `${text} ${grows ? value + grown : value}`,
      )
      .join("\n");
}
