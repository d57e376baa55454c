import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { experiment, plan, step } from "../testing-data.ts";
import { button, clear, click, fakeHost, show } from "../testing-view.tsx";
import { CostCard } from "./cost-card.tsx";
import { readCosts, typeCosts } from "../cost-typed.ts";

afterEach(clear);

const costs = {
  price: { perHour: 3.6, per: "server" as const, currency: "EUR" },
  gpus: null,
  watts: 720,
};

test("[EXPERIMENT-PAGE-M1] shows cost and energy by step with their sources", async () => {
  const given = experiment({
    plan: { ...plan, costs },
    steps: [step({ inferencesPerSecond: 500, successes: 10, seconds: 10 })],
  });
  const view = await show(<CostCard experiment={given} />);
  expect(view.textContent).toContain("Per million inferences");
  expect(view.textContent).toContain("2 EUR");
  expect(view.textContent).toContain("0.4 kWh");
  expect(view.textContent).toContain("Price 3.6 EUR per hour, as entered for the whole server.");
  expect(view.textContent).toContain("Power 720 W, as entered, for the whole server.");
});

test("[EXPERIMENT-PAGE-M1] price and power can be entered after the run", async () => {
  const host = fakeHost({ "lab.update": {} });
  const given = experiment({ id: 4, plan: { ...plan, costs }, steps: [step()] });
  const view = await show(<CostCard experiment={{ ...given, plan }} />, host);
  expect(view.textContent).toContain("Neither price nor power of the server is known.");
  const again = await show(<CostCard experiment={given} />, host);
  await click(button(again, "Edit price and power"));
  const save = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent === "Save",
  );
  await act(async () => save?.click());
  await vi.waitFor(() => expect(host.asked).toContainEqual(["lab.update", { id: 4, costs }]));
});

test("[EXPERIMENT-PAGE-M1] reads typed values, and names an invalid field", () => {
  const typed = { ...typeCosts(undefined), price: "2,5", per: "gpu" } as const;
  expect(readCosts(typed)).toEqual({
    costs: { price: { perHour: 2.5, per: "gpu", currency: "USD" }, gpus: null, watts: null },
  });
  expect(readCosts({ ...typed, price: "" })).toEqual({ costs: null });
  expect(readCosts({ ...typed, price: "free" })).toMatchObject({ wrong: "price" });
  expect(readCosts({ ...typed, gpus: "0.5" })).toMatchObject({ wrong: "gpus" });
  const entered = { ...typed, power: "entered" } as const;
  expect(readCosts({ ...entered, watts: "-3" })).toMatchObject({ wrong: "watts" });
  expect(readCosts({ ...entered, watts: "" })).toMatchObject({ wrong: "watts" });
  expect(readCosts({ ...typed, currency: "" })).toMatchObject({ wrong: "currency" });
});

test("[EXPERIMENT-PAGE-M1] a price of tokens and the source of power are read and shown again", () => {
  const typed = {
    ...typeCosts(undefined),
    per: "tokens",
    input: "0,5",
    power: "prometheus",
  } as const;
  const read = readCosts(typed);
  expect(read).toEqual({
    costs: {
      price: null,
      tokenPrice: { inputPerMillion: 0.5, outputPerMillion: 0, currency: "USD" },
      gpus: null,
      watts: null,
      powerFrom: "prometheus",
    },
  });
  expect("costs" in read && readCosts(typeCosts(read.costs ?? undefined))).toEqual(read);
  expect(readCosts({ ...typed, input: "0", output: "0" })).toMatchObject({ wrong: "output" });
  expect(readCosts({ ...typed, input: "cheap" })).toMatchObject({ wrong: "input" });
});
