import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { button, clear, click, show } from "../../experiments/testing-view.tsx";
import { LogText } from "./log-text.tsx";
import { addEntries, noLog } from "./log-view.ts";

afterEach(clear);

const line = (text: string) => ({ kind: "line" as const, text });

function Log() {
  const [found, setFound] = useState<number | null>(1);
  const [view, setView] = useState(addEntries(noLog, [line("a"), line("b"), line("c")], 200));
  return (
    <>
      <LogText label="Log" view={view} text="b" current={found} onEnd={() => setFound(null)} />
      <button type="button" onClick={() => setView(addEntries(view, [line("more")], 200))}>
        Grow
      </button>
    </>
  );
}

test("[K8S-19] from a line that was found the way back leads to the end, which is followed again", async () => {
  const page = await show(<Log />);
  const box = page.querySelector("[role=region]") as HTMLElement;
  let height = 100;
  Object.defineProperty(box, "scrollHeight", { get: () => height });
  const grow = () => {
    height += 50;
    return click(button(page, "Grow"));
  };
  await grow();
  expect(box.scrollTop).toBe(0);
  await click(button(page, "Jump to newest line"));
  expect(box.scrollTop).toBe(150);
  await grow();
  expect(box.scrollTop).toBe(200);
  expect(page.textContent).not.toContain("Jump to newest line");
});
