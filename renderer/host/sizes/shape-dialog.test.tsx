import { afterEach, expect, test, vi } from "vitest";
import type { ModelDetail, ModelSizes } from "../../../main/contract/index.ts";
import { button, clear, click, fakeHost, show, type } from "../../experiments/testing-view.tsx";
import { ShapeDialog } from "./shape-dialog.tsx";

afterEach(clear);

const detail = {
  serverId: "embedded",
  name: "vad",
  inputs: [
    { name: "input", datatype: "FP32", shape: [-1, -1] },
    { name: "sr", datatype: "INT64", shape: [] },
  ],
  config: { max_batch_size: 0 },
} as unknown as ModelDetail;

const untried: ModelSizes = {
  state: "untried",
  shapes: { input: [1, 512] },
  byInput: { sr: { kind: "uniform", least: 16_000, most: 16_000 } },
  attempts: [],
};
const found: ModelSizes = { ...untried, state: "found" };

async function open(answer: ModelSizes = found) {
  const host = fakeHost({ "models.detail": detail, "sizes.try": answer, "sizes.find": answer });
  const onFound = vi.fn<(sizes: ModelSizes) => void>();
  await show(
    <ShapeDialog
      serverId="embedded"
      model="vad"
      sizes={untried}
      onClose={() => {}}
      onFound={onFound}
    />,
    host,
  );
  const dialog = document.querySelector<HTMLElement>("[role=dialog]") as HTMLElement;
  await vi.waitFor(() => expect(dialog.textContent).toContain("Value of sr"));
  const tried = () =>
    host.asked.flatMap(([name, params]) => (name === "sizes.try" ? [params] : []));
  return { dialog, onFound, tried };
}

test("[SIZE-7] the value of a single integer is sent with the shape; an empty field leaves it as it was", async () => {
  const { dialog, onFound, tried } = await open();
  await click(button(dialog, "Try this shape"));
  await type(dialog, "Value of sr", "8000");
  await type(dialog, "Shape of input", "1, 256");
  await click(button(dialog, "Try this shape"));
  const choice = (shape: number[], rate: number) => ({
    serverId: "embedded",
    model: "vad",
    shapes: { input: shape },
    byInput: { sr: { kind: "uniform", least: rate, most: rate } },
  });
  expect(tried()).toEqual([choice([1, 512], 16_000), choice([1, 256], 8000)]);
  expect(onFound).toHaveBeenCalledTimes(2);
});

test("[SIZE-7] what is not a whole number is rejected at the field, and nothing is sent", async () => {
  const { dialog, tried } = await open();
  for (const text of ["16k", "1.5", "1e400"]) {
    await type(dialog, "Value of sr", text);
    expect(dialog.textContent).toContain(`“${text}” is not a whole number.`);
    expect(button(dialog, "Try this shape").disabled).toBe(true);
  }
  await type(dialog, "Value of sr", "");
  expect(button(dialog, "Try this shape").disabled).toBe(false);
  expect(tried()).toEqual([]);
});

test("[SIZE-7] what failed is listed, and the dialog stays", async () => {
  const attempts = [{ ...untried, ok: false, code: "HTTP 500", message: "Unsupported rate." }];
  const { dialog, onFound } = await open({ ...untried, state: "failed", attempts });
  await type(dialog, "Value of sr", "44100");
  await click(button(dialog, "Try this shape"));
  await vi.waitFor(() => expect(dialog.textContent).toContain("vad does not run with"));
  expect(dialog.textContent).toContain("Unsupported rate.");
  expect(onFound).not.toHaveBeenCalled();
});
