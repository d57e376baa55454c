import { afterEach, expect, test } from "vitest";
import { clear, show, until } from "../experiments/testing-view.tsx";
import { HintLayer } from "./hint-layer.tsx";

afterEach(clear);

test("a hint that is open says what its element says by then, and goes with it", async () => {
  Object.defineProperty(HTMLElement.prototype, "showPopover", {
    value: () => {},
    configurable: true,
  });
  const view = await show(
    <>
      <b data-hint="Stale since noon" />
      <HintLayer />
    </>,
  );
  const [owner] = view.getElementsByTagName("b");
  const hint = () => view.querySelector("[role=tooltip]")?.textContent ?? null;
  const says = (text: string | null) => until(() => expect(hint()).toBe(text));
  owner?.dispatchEvent(new Event("pointerover", { bubbles: true }));
  await says("Stale since noon");
  owner?.setAttribute("data-hint", "Live");
  await says("Live");
  owner?.removeAttribute("data-hint");
  await says(null);
});
