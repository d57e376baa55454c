import { type MESSAGES, messageSpec } from "../../../engine/config/index.ts";

type MessageSpec = (typeof MESSAGES)[string];
type FieldSpec = MessageSpec[string];

/** The context of a position in a configuration. */
export interface PbtxtContext {
  /** The fields that are allowed here; undefined inside of something unknown. */
  readonly fields: MessageSpec | undefined;
  /** Set if a field's value is expected. */
  readonly expectedField: FieldSpec | undefined;
  /** Name of the top-level field around the position; undefined outside of any. */
  readonly root: string | undefined;
}

interface Frame {
  readonly fields: MessageSpec | undefined;
  /** Inside a list's brackets: the field of the list. */
  readonly list: FieldSpec | undefined;
  readonly root: string | undefined;
}

const TOKEN =
  /#[^\n]*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[A-Za-z_][\w.]*|[{}<>[\]:,;]|[^\s{}<>[\]:,;"'#]+/g;

/** The fields inside a field's braces: those of its message, or key and value of a map entry. */
function fieldsInside(field: FieldSpec | undefined): MessageSpec | undefined {
  if (!field) return undefined;
  if (field.label === "map") {
    const key: FieldSpec = {
      kind: "scalar",
      type: "string",
      label: "single",
      doc: "The entry’s key.",
    };
    return { key, value: { ...field, label: "single" } };
  }
  return field.kind === "message" ? messageSpec(field.type) : undefined;
}

/** Parses `text` up to `position`; it may have errors. `position` is the start of the word in question. */
export function contextAt(text: string, position: number): PbtxtContext {
  const stack: Frame[] = [{ fields: messageSpec("ModelConfig"), list: undefined, root: undefined }];
  let name: string | undefined;
  let field: FieldSpec | undefined;
  let expectsValue = false;
  const top = () => stack.at(-1) ?? { fields: undefined, list: undefined, root: undefined };
  const root = () => top().root ?? name;
  for (const [token] of text.slice(0, position).matchAll(TOKEN)) {
    const { fields, list } = top();
    if (token.startsWith("#")) continue;
    if (token === ":") expectsValue = true;
    else if (token === "{" || token === "<") {
      stack.push({ fields: fieldsInside(list ?? field), list: undefined, root: root() });
      field = undefined;
      expectsValue = false;
    } else if (token === "[") {
      stack.push({ fields: undefined, list: field, root: root() });
      expectsValue = true;
    } else if (token === "}" || token === ">" || token === "]") {
      if (stack.length > 1) stack.pop();
      field = undefined;
      expectsValue = false;
    } else if (token === "," || token === ";") expectsValue = list !== undefined;
    else if (expectsValue) {
      expectsValue = list !== undefined;
      field = list ? field : undefined;
    } else {
      field = fields && Object.hasOwn(fields, token) ? fields[token] : undefined;
      name = token;
    }
  }
  const { fields, list } = top();
  if (list) return { fields: undefined, expectedField: list, root: root() };
  return expectsValue
    ? { fields: undefined, expectedField: field, root: root() }
    : { fields, expectedField: undefined, root: top().root };
}
