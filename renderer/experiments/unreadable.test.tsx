import { afterEach, expect, test, vi } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import { button, clear, click, fakeHost, show } from "./testing-view.tsx";
import { Unreadable } from "./unreadable.tsx";

afterEach(clear);

test("[EXPERIMENT-PAGE-K4] an unreadable experiment can be deleted, but not a missing one", async () => {
  const host = fakeHost({ "lab.remove": {} });
  const onDeleted = vi.fn<() => void>();
  const lost = new StatusError("DATA_LOSS", "Experiment 5 in the data directory cannot be read.");
  const view = await show(<Unreadable id={5} error={lost} onDeleted={onDeleted} />, host);
  expect(view.textContent).toContain(lost.message);
  await click(button(view, "Delete"));
  const dialog = document.querySelector<HTMLElement>("dialog, [role='dialog']");
  await click(button(dialog as HTMLElement, "Delete experiment"));
  expect(host.asked).toEqual([["lab.remove", { id: 5 }]]);
  expect(onDeleted).toHaveBeenCalledOnce();

  const missing = new StatusError("NOT_FOUND", "There is no experiment 6.");
  const other = await show(<Unreadable id={6} error={missing} onDeleted={onDeleted} />);
  expect(() => button(other, "Delete")).toThrow("No button “Delete”");
});
