import {
  HighlightStyle,
  LanguageSupport,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

/** Protobuf text format: a name before a colon or brace is a field, otherwise a value. */
const pbtxt = StreamLanguage.define<null>({
  name: "pbtxt",
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:\\.|[^"\\])*"?|^'(?:\\.|[^'\\])*'?/)) return "string";
    if (stream.match(/^-?\s*(?:0x[\da-f]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?)/i)) return "number";
    if (stream.match(/^[a-z_]\w*(?=\s*[:{[<])/i)) return "propertyName";
    if (stream.match(/^(?:true|false)\b/)) return "bool";
    if (stream.match(/^[a-z_]\w*/i)) return "atom";
    stream.next();
    return "punctuation";
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["[", "{", '"'] } },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--color-accent)" },
  { tag: tags.string, color: "var(--color-good)" },
  { tag: [tags.number, tags.bool], color: "var(--color-warn)" },
  { tag: tags.atom, color: "var(--color-code-atom)" },
  { tag: [tags.comment, tags.punctuation], color: "var(--color-muted)" },
]);

export function pbtxtLanguage(): Extension {
  return [new LanguageSupport(pbtxt), syntaxHighlighting(colours)];
}
