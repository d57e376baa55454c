import { EditorView } from "@codemirror/view";

/** The editor in the console's colours; one set of rules for both themes, since the tokens change. */
export const editorTheme = EditorView.theme({
  "&": { color: "var(--color-ink)", backgroundColor: "var(--color-surface)", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", fontSize: "12.5px", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--color-ink)", padding: "8px 0" },
  ".cm-cursor": { borderLeftColor: "var(--color-ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--color-surface)",
    color: "var(--color-muted)",
    border: "none",
  },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in srgb, var(--color-hover) 60%, transparent)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "color-mix(in srgb, var(--color-accent) 28%, transparent) !important" },
  ".cm-matchingBracket": { backgroundColor: "var(--color-accent-soft)" },
  ".cm-tooltip": {
    backgroundColor: "var(--color-raised)",
    color: "var(--color-ink)",
    border: "1px solid var(--color-line-strong)",
    borderRadius: "6px",
    boxShadow: "var(--shadow-pop)",
    maxWidth: "26rem",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--color-accent-soft)",
    color: "var(--color-ink)",
  },
  ".cm-completionDetail": { color: "var(--color-muted)", fontStyle: "normal" },
  ".cm-revealed": {
    backgroundColor: "var(--color-accent-soft)",
    outline: "1px solid color-mix(in srgb, var(--color-accent) 50%, transparent)",
  },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--color-surface)",
    color: "var(--color-ink)",
    border: "1px solid var(--color-line-strong)",
    borderRadius: "4px",
    padding: "1px 6px",
  },
  ".cm-field-doc": { padding: "6px 10px", fontFamily: "var(--font-sans)", fontSize: "12px" },
  ".cm-field-doc > :first-child": { fontFamily: "var(--font-mono)", fontWeight: "600" },
  ".cm-diagnostic": { fontFamily: "var(--font-sans)", fontSize: "12px", padding: "4px 10px" },
  ".cm-panels": { backgroundColor: "var(--color-raised)", color: "var(--color-ink)" },
  ".cm-changedLine": { backgroundColor: "var(--color-warn-soft)" },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: "var(--color-bad-soft)" },
  "&.cm-merge-b .cm-changedLine": { backgroundColor: "var(--color-good-soft)" },
  "&.cm-merge-a .cm-changedText": {
    background: "color-mix(in srgb, var(--color-bad) 9%, transparent)",
  },
  "&.cm-merge-b .cm-changedText": {
    background: "color-mix(in srgb, var(--color-good) 9%, transparent)",
  },
  ".cm-collapsedLines": {
    background: "var(--color-sunken)",
    color: "var(--color-muted)",
    fontFamily: "var(--font-sans)",
  },
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '""' },
  ".cm-lintRange": { backgroundImage: "none", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--color-bad)" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--color-warn)" },
  ".cm-lintRange-info": { textDecoration: "underline dotted var(--color-accent)" },
  ".cm-lint-marker": { width: "0.6em", height: "0.6em", borderRadius: "50%", content: '""' },
  ".cm-lint-marker-error": { backgroundColor: "var(--color-bad)" },
  ".cm-lint-marker-warning": { backgroundColor: "var(--color-warn)" },
  ".cm-lint-marker-info": { backgroundColor: "var(--color-accent)" },
});
