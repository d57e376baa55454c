import { pythonString } from "../../clients/index.ts";

const LINE = 88;

/** JSON as Python writes it, over several lines where one would be long. `indent`: of the line that it begins on. */
export function pythonLiteral(value: unknown, indent = 0): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return pythonString(value);
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return "None";
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const members = (inner: number) =>
    isList
      ? value.map((each) => pythonLiteral(each, inner))
      : Object.entries(value).map(
          ([name, each]) => `${pythonString(name)}: ${pythonLiteral(each, inner)}`,
        );
  const line = `${open}${members(indent).join(", ")}${close}`;
  if (!line.includes("\n") && indent + line.length <= LINE) return line;
  const inner = indent + 4;
  const lines = members(inner).map((member) => `${" ".repeat(inner)}${member},`);
  return [open, ...lines, `${" ".repeat(indent)}${close}`].join("\n");
}
