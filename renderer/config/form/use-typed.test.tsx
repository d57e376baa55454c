import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { useTyped } from "./use-typed.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** A box for a number of a text, with access to the text's value. */
function setUp(first: string) {
  let shown = first;
  const last: { typed?: ReturnType<typeof useTyped<number>> } = {};
  const root = createRoot(document.createElement("div"));
  function Box() {
    const typed = useTyped<number>({
      shown,
      read: (text) =>
        /^\d+$/.test(text) ? { value: Number(text), shown: String(Number(text)) } : { error: "no" },
      write: (value) => {
        if (value > 100) return "too much";
        shown = String(value);
        return null;
      },
      clear: () => {
        shown = "";
      },
    });
    useEffect(() => {
      last.typed = typed;
    });
    return null;
  }
  const render = () => act(() => root.render(<Box />));
  render();
  return {
    text: () => shown,
    box: () => ({ value: last.typed?.value, error: last.typed?.error }),
    type: (value: string) => {
      act(() => last.typed?.onChange(value));
      render();
    },
    leave: () => {
      act(() => last.typed?.onDone());
      render();
    },
    /** Changes the text by other means. */
    change: (next: string) => {
      shown = next;
      render();
    },
  };
}

test("what reads as a value is written at once; the box keeps how it was typed", () => {
  const { type, box, text, leave } = setUp("8");
  type("016");
  expect(text()).toBe("16");
  expect(box()).toEqual({ value: "016", error: null });
  leave();
  expect(box().value).toBe("16");
});

test("what does not read, and what is rejected, stays in the box with the reason", () => {
  const { type, box, text, leave } = setUp("8");
  type("8x");
  expect(box()).toEqual({ value: "8x", error: "no" });
  type("900");
  expect(box()).toEqual({ value: "900", error: "too much" });
  expect(text()).toBe("8");
  leave();
  expect(box()).toEqual({ value: "8", error: null });
});

test("emptied, the value goes only when the box is left", () => {
  const { type, box, text, leave } = setUp("8");
  type("");
  expect([text(), box().value]).toEqual(["8", ""]);
  leave();
  expect(text()).toBe("");
});

test("an undo of the text wins over what was typed", () => {
  const { type, box, change } = setUp("8");
  type("9");
  change("8");
  expect(box().value).toBe("8");
});
