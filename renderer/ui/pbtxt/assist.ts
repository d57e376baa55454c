import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip } from "@codemirror/view";
import { enumValues, fieldFacts, type MESSAGES, typeName } from "../../../engine/config/index.ts";
import { contextAt, type PbtxtContext } from "./pbtxt-context.ts";

type FieldSpec = (typeof MESSAGES)[string][string];

/** A field's description and facts, one per line. */
function documentation(field: FieldSpec, root: string): HTMLElement {
  const body = document.createElement("div");
  for (const line of [field.doc, ...fieldFacts(field, root)]) {
    const paragraph = document.createElement("div");
    paragraph.textContent = line;
    body.append(paragraph);
  }
  return body;
}

/** A field's completion: braces for messages, brackets for lists of scalars. */
function fieldCompletion(name: string, field: FieldSpec, root: string): Completion {
  const isMessage = field.kind === "message" || field.label === "map";
  const list = field.label === "repeated" ? `${name}: [ \${} ]` : `${name}: \${}`;
  return snippetCompletion(isMessage ? `${name} {\n\t\${}\n}` : list, {
    label: name,
    detail: typeName(field),
    info: () => documentation(field, root),
    type: "property",
  });
}

function options({ fields, expectedField, root }: PbtxtContext): Completion[] {
  if (fields) {
    return Object.entries(fields).map(([name, field]) =>
      fieldCompletion(name, field, root ?? name),
    );
  }
  if (expectedField?.kind === "enum") {
    return enumValues(expectedField.type).map(({ name, doc }) => ({
      label: name,
      info: doc,
      type: "enum",
    }));
  }
  if (expectedField?.type === "bool") return [{ label: "true" }, { label: "false" }];
  return [];
}

function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/\w*/);
  const from = word?.from ?? context.pos;
  if (from === context.pos && !context.explicit) return null;
  const found = options(contextAt(context.state.doc.toString(), from));
  return found.length === 0 ? null : { from, options: found, validFor: /^\w*$/ };
}

function describe(view: EditorView, position: number) {
  const word = view.state.wordAt(position);
  if (!word) return null;
  const name = view.state.sliceDoc(word.from, word.to);
  const { fields, expectedField, root } = contextAt(view.state.doc.toString(), word.from);
  const field = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
  const value =
    expectedField?.kind === "enum"
      ? enumValues(expectedField.type).find((each) => each.name === name)
      : undefined;
  if (!field && !value) return null;
  return {
    pos: word.from,
    end: word.to,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-field-doc";
      const head = document.createElement("div");
      head.textContent = field ? `${name}: ${typeName(field)}` : name;
      const body = field ? documentation(field, root ?? name) : document.createElement("div");
      if (value) body.textContent = value.doc;
      dom.append(head, body);
      return { dom };
    },
  };
}

/** Completion and hover from the table of ModelConfig's fields. */
export function pbtxtAssist(): Extension {
  return [autocompletion({ override: [complete] }), hoverTooltip(describe)];
}
