import { afterEach, expect, test, vi } from "vitest";
import { button, clear, click, show } from "../experiments/testing-view.tsx";
import { AskFirst } from "./ask-first.tsx";
import { Button } from "./button.tsx";

afterEach(clear);

test("an action is done after its question alone, which names the target", async () => {
  const remove = vi.fn<() => void>();
  const view = await show(
    <AskFirst
      title="Delete job a?"
      consequence="Its pod is deleted."
      verb="Delete job"
      onConfirm={remove}
    >
      {(ask) => <Button onClick={ask}>Delete</Button>}
    </AskFirst>,
  );
  const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]');
  await click(button(view, "Delete"));
  expect(dialog()?.textContent).toContain("Delete job a?");
  await click(button(dialog() ?? view, "Cancel"));
  expect(remove).not.toHaveBeenCalled();
  await click(button(view, "Delete"));
  await click(button(dialog() ?? view, "Delete job"));
  expect(remove).toHaveBeenCalledOnce();
});
