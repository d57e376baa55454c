import fs from "node:fs";

const fixture = new URL("../../main/servers/fixtures/triton-metrics.txt", import.meta.url);
const MODEL = /\{model="([^"]+)"/;
/** Of the recorded server, as an example of a model. */
const EXAMPLE = "id_plain";

/** The metrics that Triton 2.64.0 was recorded to export, for other models, whose counters grow by `grown`. */
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
