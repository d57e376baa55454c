import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

type Range = { readonly from: number; readonly to: number };

const setRevealed = StateEffect.define<Range | null>();
const look = Decoration.mark({ class: "cm-revealed" });

const revealed = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setRevealed)) continue;
      const range = effect.value;
      next =
        range === null || range.from === range.to
          ? Decoration.none
          : Decoration.set(look.range(range.from, range.to));
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks the range of a control next to the text. */
export function revealMark(): Extension {
  return revealed;
}

/** Marks a range and scrolls to it; null removes the mark. */
export function reveal(view: EditorView, range: Range | null): void {
  const end = view.state.doc.length;
  const within = range && { from: Math.min(range.from, end), to: Math.min(range.to, end) };
  view.dispatch({
    effects: [
      setRevealed.of(within),
      ...(within ? [EditorView.scrollIntoView(within.from, { y: "nearest", yMargin: 40 })] : []),
    ],
  });
}
