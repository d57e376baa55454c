/** Words and name patterns that `check-words.ts` keeps out: few, and never right. docs/glossary.md has the whole list. */
export interface BannedWord {
  /** Matches within one line, or a path where `inPaths` is set. */
  readonly pattern: RegExp;
  readonly instead: string;
  readonly inPaths?: true;
  /** Files in which it is data that must not change. */
  readonly except?: readonly string[];
}

export const BANNED_WORDS: readonly BannedWord[] = [
  { pattern: /\banew\b/i, instead: "again; restarted, reloaded, reset" },
  { pattern: /\bnobody\b/i, instead: "no one; no client, no caller, nothing" },
  { pattern: /\bwhoever\b/i, instead: "anyone who" },
  { pattern: /\bheed(s|ed|ing)?\b/i, instead: "follow, fix" },
  { pattern: /\bthereof\b/i, instead: "of it" },
  { pattern: /\bunasked\b/i, instead: "without being asked" },
  { pattern: /\btold\b/i, instead: "reported, shown, emitted, notified" },
  { pattern: /\btells\b/i, instead: "shows, reports, emits, distinguishes" },
  { pattern: /\bth(at|e \w+) (is|are) none\b/i, instead: "invalid, not one" },
  { pattern: /\bin force\b/i, instead: "active" },
  // The names of migrations are kept in every database.
  {
    pattern: /\bbeside\b/i,
    instead: "with, next to",
    except: ["main/lab/store/migrations.ts"],
  },
  { pattern: /\bamid\b/i, instead: "during" },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: "fix" },
  { pattern: /\bwait(s|ed|ing)? for company\b/i, instead: "batching delay" },
  // The name of a migration is kept in every database.
  { pattern: /\broll-outs?\b/i, instead: "rollout", except: ["main/fleets/fleet-store.ts"] },
  { pattern: /\bwhy[A-Z]\w*\s*[(=:]/, instead: "a name that ends in Reason" },
  {
    pattern: /\b\w*(figures|json|reason|ways|what|words)Of\s*[(=:]/i,
    instead: "a verb and the field's term: readX, findX, toX, listX, formatX",
  },
  // Prompts are made of drawn words.
  {
    pattern: /\b(?!drawWords)\w*[a-z]Words\b/,
    instead: "a name that begins with format or describe",
  },
  {
    pattern: /-of(\.test)?\.tsx?$/,
    instead: "what the file exports",
    inPaths: true,
  },
  {
    pattern: /(^|\/)(words|told|meanwhile|truth|asking|answering|interview)(-\w+)*\.tsx?$/,
    instead: "the field's term for what the file exports",
    inPaths: true,
  },
];
