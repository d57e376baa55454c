import type { Findings, Range } from "./findings.ts";
import { closeBlock, closeList } from "./closing-fixes.ts";
import { insertAt, replace } from "./syntax-fixes.ts";
import { shorten, type Token } from "./tokens.ts";
import type {
  DocumentNode,
  ElementNode,
  EntryNode,
  FieldNode,
  ListNode,
  MessageNode,
  ScalarNode,
  SkippedNode,
  ValueNode,
} from "./tree.ts";
import type { Finding } from "./types.ts";

/** Deeper messages are not read. ModelConfig itself nests six deep. */
const MAX_DEPTH = 60;

/** Parses any tokens into a tree; what is invalid is skipped with a finding. */
export function parseTree(tokens: readonly Token[], findings: Findings): DocumentNode {
  return new TreeParser(tokens, findings).document();
}

class TreeParser {
  readonly #tokens: readonly Token[];
  readonly #findings: Findings;
  #index = 0;
  #messageDepth = 0;
  #listDepth = 0;

  constructor(tokens: readonly Token[], findings: Findings) {
    this.#tokens = tokens;
    this.#findings = findings;
  }

  document(): DocumentNode {
    const entries = this.#entries();
    return { kind: "document", entries, end: this.#peek() };
  }

  #peek(ahead = 0): Token {
    return (this.#tokens[this.#index + ahead] ?? this.#tokens.at(-1)) as Token;
  }

  #next(): Token {
    const token = this.#peek();
    this.#index += 1;
    return token;
  }

  #take(symbols: string): Token | undefined {
    return isSymbol(this.#peek(), symbols) ? this.#next() : undefined;
  }

  #report(message: string, range: Range, remedy?: Pick<Finding, "fix">): void {
    this.#findings.add("syntax", message, range, remedy);
  }

  /** Fields up to the end, or to a bracket that closes an enclosing message. */
  #entries(): EntryNode[] {
    const entries: EntryNode[] = [];
    for (;;) {
      const token = this.#peek();
      if (token.kind === "end" || this.#closesEnclosing(token)) return entries;
      if (token.kind === "identifier") {
        entries.push(this.#field());
      } else {
        if (token.text !== "" && !isReported(token)) {
          this.#report(`Expected a field name, found ${quote(token)}.`, token);
        }
        entries.push(this.#skipUntil((next) => next.kind === "identifier"));
      }
    }
  }

  #closesEnclosing(token: Token): boolean {
    if (this.#messageDepth > 0 && isSymbol(token, "}>")) return true;
    return this.#listDepth > 0 && isSymbol(token, "]");
  }

  /** Skips at least one token, up to the end, an enclosing bracket, or where `stop` returns true. */
  #skipUntil(stop: (token: Token) => boolean): SkippedNode {
    const tokens = [this.#next()];
    for (;;) {
      const token = this.#peek();
      if (token.kind === "end" || this.#closesEnclosing(token) || stop(token)) break;
      tokens.push(this.#next());
    }
    return { kind: "skipped", tokens };
  }

  #field(): FieldNode {
    const name = this.#next();
    const colon = this.#take(":");
    const value = this.#fieldValue(name, colon);
    const separator = this.#take(",;");
    return { kind: "field", name, colon, value, separator };
  }

  #fieldValue(name: Token, colon: Token | undefined): ValueNode | undefined {
    const token = this.#peek();
    if (isSymbol(token, "[")) return this.#list();
    const value = this.#startsElement(token) ? this.#element() : undefined;
    if (colon === undefined && value?.kind !== "message") {
      const missing = value === undefined ? '":" and a value' : '":"';
      const remedy = value && insertAt("Insert a colon", name.to, ":");
      this.#report(`Expected ${missing} after "${shorten(name.text)}".`, name, remedy);
    } else if (value === undefined && !isReported(token)) {
      this.#report(`Expected a value after "${shorten(name.text)}:", found ${quote(token)}.`, name);
    }
    return value;
  }

  /** A name followed by a field's colon or bracket is the next field, not a value. */
  #startsElement(token: Token): boolean {
    if (token.kind === "identifier") return !isSymbol(this.#peek(1), ":{<[");
    if (token.kind === "integer" || token.kind === "float" || token.kind === "string") return true;
    return isSymbol(token, "{<-");
  }

  #element(): ElementNode {
    return isSymbol(this.#peek(), "{<") ? this.#message() : this.#scalar();
  }

  #scalar(): ScalarNode {
    const tokens = [this.#next()];
    const first = tokens[0] as Token;
    if (isSymbol(first, "-")) {
      const value = this.#peek();
      if (["identifier", "integer", "float"].includes(value.kind)) tokens.push(this.#next());
      else this.#report(`Expected a number after "-", found ${quote(value)}.`, first);
    }
    while (first.kind === "string" && this.#peek().kind === "string") tokens.push(this.#next());
    return { kind: "scalar", tokens };
  }

  #message(): MessageNode {
    const start = this.#index;
    const open = this.#next();
    this.#messageDepth += 1;
    const entries = this.#messageDepth > MAX_DEPTH ? this.#tooDeep(open) : this.#entries();
    this.#messageDepth -= 1;
    const expected = open.text === "{" ? "}" : ">";
    const close = this.#take("}>");
    if (close === undefined) {
      const remedy = closeBlock(this.#tokens, start, this.#index, expected);
      this.#report(`This "${open.text}" is never closed; expected "${expected}".`, open, remedy);
    } else if (close.text !== expected) {
      const message = `Expected "${expected}" to close "${open.text}", found "${close.text}".`;
      this.#report(message, close, replace(`Write ${expected}`, close, expected));
    }
    return { kind: "message", open, entries, close };
  }

  /** Skips everything up to the bracket that closes `open`. */
  #tooDeep(open: Token): EntryNode[] {
    this.#report(`Messages are nested deeper than ${MAX_DEPTH} here.`, open);
    const tokens: Token[] = [];
    for (let depth = 0; this.#peek().kind !== "end"; ) {
      const token = this.#peek();
      if (isSymbol(token, "{<")) depth += 1;
      if (isSymbol(token, "}>") && depth-- === 0) break;
      tokens.push(this.#next());
    }
    return tokens.length === 0 ? [] : [{ kind: "skipped", tokens }];
  }

  #list(): ListNode {
    const open = this.#next();
    const items: ListNode["items"][number][] = [];
    this.#listDepth += 1;
    const first = this.#peek();
    if (!isSymbol(first, "]")) this.#listItems(items);
    this.#listDepth -= 1;
    const close = this.#take("]");
    if (close === undefined) {
      const last = this.#tokens[this.#index - 1] ?? open;
      this.#report('This "[" is never closed; expected "]".', open, closeList(last));
    }
    return { kind: "list", open, items, close };
  }

  #listItems(items: ListNode["items"][number][]): void {
    for (;;) {
      const token = this.#peek();
      if (this.#startsElement(token)) {
        items.push(this.#element());
      } else if (token.kind !== "identifier") {
        if (!isReported(token)) this.#report(`Expected a value, found ${quote(token)}.`, token);
        if (token.kind === "end" || this.#closesEnclosing(token)) return;
        if (!isSymbol(token, ",")) items.push(this.#skipInList());
      }
      const comma = this.#take(",");
      if (comma !== undefined) {
        items.push({ kind: "comma", token: comma });
        continue;
      }
      const after = this.#peek();
      const ends = after.kind === "end" || this.#closesEnclosing(after);
      if (ends || !this.#startsElement(after)) {
        if (ends || after.kind === "identifier") return;
        this.#report(`Expected "," or "]", found ${quote(after)}.`, after);
        items.push(this.#skipInList());
        if (!isSymbol(this.#peek(), ",")) return;
        items.push({ kind: "comma", token: this.#next() });
      } else {
        const remedy = insertAt("Insert a comma", after.from - after.leading.length, ",");
        this.#report(`Expected "," or "]", found ${quote(after)}.`, after, remedy);
      }
    }
  }

  #skipInList(): SkippedNode {
    return this.#skipUntil((token) => token.kind === "identifier" || isSymbol(token, ","));
  }
}

/** Whether a token is one of several one-character symbols. */
function isSymbol(token: Token, symbols: string): boolean {
  return token.kind === "symbol" && symbols.includes(token.text);
}

/** Malformed numbers are already reported by the tokenizer. */
function isReported(token: Token): boolean {
  return token.kind === "invalid" && /^[.0-9]/.test(token.text);
}

function quote(token: Token): string {
  return token.kind === "end" ? "the end of the text" : `"${shorten(token.text)}"`;
}
