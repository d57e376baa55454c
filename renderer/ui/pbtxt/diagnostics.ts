import { type Diagnostic, forEachDiagnostic } from "@codemirror/lint";
import type { EditorView, KeyBinding } from "@codemirror/view";
import type { Finding } from "../../../engine/config/index.ts";

/** Findings in the editor's format, at the positions from `place`; fixes are buttons. */
export function toDiagnostics(
  findings: readonly Finding[],
  place: (offset: number) => number,
  onFix: (finding: Finding) => void,
): Diagnostic[] {
  return findings.map((finding) => ({
    from: place(finding.from),
    to: place(finding.to),
    severity: finding.severity,
    message: finding.message,
    ...(finding.fix ? { actions: [{ name: finding.fix.title, apply: () => onFix(finding) }] } : {}),
  }));
}

/** Applies the first fix at the cursor, or else in its line. */
function fixHere(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  let nearest: { apply: () => void; distance: number } | undefined;
  forEachDiagnostic(view.state, ({ actions }, from, to) => {
    const action = actions?.[0];
    if (!action || from > line.to || to < line.from) return;
    const distance = from <= head && head <= to ? 0 : Math.abs(from - head);
    if (nearest && nearest.distance <= distance) return;
    nearest = { distance, apply: () => action.apply(view, from, to) };
  });
  nearest?.apply();
  return nearest !== undefined;
}

/** Ctrl+. applies the fix at the cursor. */
export const fixKeymap: readonly KeyBinding[] = [{ key: "Mod-.", run: fixHere }];
