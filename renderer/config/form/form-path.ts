import { type ConfigPath, MESSAGES, type ModelConfig } from "../../../engine/config/index.ts";

export type FieldSpec = (typeof MESSAGES)[string][string];

/** The field that a path names; for an element or entry, the field that contains it. */
export function findFieldSpec(path: ConfigPath): FieldSpec {
  let type = "ModelConfig";
  let spec: FieldSpec | undefined;
  for (let index = 0; index < path.length; ) {
    spec = MESSAGES[type]?.[String(path[index])];
    if (!spec) throw new TypeError(`ModelConfig has no ${path.join(".")}`);
    type = spec.type;
    index += spec.label === "single" ? 1 : 2;
  }
  if (!spec) throw new TypeError("a path needs a field");
  return spec;
}

/** A path in the format of findings and locations: `input[0].dims`, `parameters["x"].string_value`. */
export function pathText(path: ConfigPath): string {
  let text = "";
  let type = "ModelConfig";
  for (let index = 0; index < path.length; ) {
    const name = String(path[index]);
    const spec = MESSAGES[type]?.[name];
    text += text === "" ? name : `.${name}`;
    const at = spec && spec.label !== "single" ? path[index + 1] : undefined;
    if (at !== undefined)
      text += spec?.label === "map" ? `[${JSON.stringify(String(at))}]` : `[${at}]`;
    type = spec?.type ?? "";
    index += at === undefined ? 1 : 2;
  }
  return text;
}

/** The value at a path, with defaults; undefined if a message on the path is missing. */
export function valueAt(config: ModelConfig, path: ConfigPath): unknown {
  let value: unknown = config;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** What a field does, with unit, default and limits. When a change takes effect is shown before it is applied. */
export function describeField(path: ConfigPath): string {
  const { unit, initial, needs, excludes, engine, doc } = findFieldSpec(path);
  const facts = [
    doc,
    initial === undefined
      ? unit && `In ${unit}.`
      : `Default ${initial}${unit && /^\d+$/.test(initial) ? ` ${unit}` : ""}.`,
    needs && `Needs ${needs}.`,
    excludes && `Can't be combined with ${excludes}.`,
    engine && `Embedded engine: ${engine}.`,
  ];
  return facts.filter(Boolean).join(" ");
}
