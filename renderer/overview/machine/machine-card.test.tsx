import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import type { MachineFrame } from "../../../main/contract/index.ts";
import { MachineView } from "./machine-card.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const frame: MachineFrame = {
  serverId: "s",
  t: 2000,
  problem: null,
  cpuUtilization: 0.5,
  memoryUsedBytes: 8 * 2 ** 30,
  memoryTotalBytes: 16 * 2 ** 30,
  gpus: [],
  devices: [{ device: "CPU", models: [{ model: "m", instances: 2 }] }],
  trail: [{ t: 1000, cpu: 0.4, gpus: [] }],
};
const gpu = {
  uuid: "GPU-1",
  utilization: 0.25,
  memoryUsedBytes: 78 * 2 ** 30,
  memoryTotalBytes: 80 * 2 ** 30,
  powerWatts: 350,
  powerLimitWatts: 700,
  energyJoules: 7_200_000,
};

const roots: (() => void)[] = [];
afterEach(() => act(() => roots.splice(0).forEach((unmount) => unmount())));

function show(part: Partial<MachineFrame>): HTMLElement {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  act(() => root.render(<MachineView frame={{ ...frame, ...part }} />));
  roots.push(() => {
    root.unmount();
    element.remove();
  });
  return element;
}

const meters = (element: HTMLElement) =>
  [...element.querySelectorAll('[role="meter"]')].map((meter) => [
    meter.getAttribute("aria-label"),
    meter.getAttribute("aria-valuenow"),
    meter.getAttribute("aria-valuetext"),
  ]);

test("without GPUs it says so, and shows cores, memory and instances", () => {
  const element = show({});
  expect(meters(element)).toEqual([
    ["All cores", "50", "50 %"],
    ["Memory", "50", "8 GiB of 16 GiB"],
  ]);
  expect(element.textContent).toContain("This server reports no GPUs");
  expect(element.textContent).toContain("CPU · 2");
});

test("each GPU has its use, memory, power and energy", () => {
  const element = show({ gpus: [gpu], trail: [{ t: 1000, cpu: 0.4, gpus: [0.2] }] });
  expect(meters(element).slice(2)).toEqual([
    ["Use", "25", "25 %"],
    ["Memory", "98", "78 GiB of 80 GiB"],
    ["Power", "50", "350 W of 700 W"],
  ]);
  expect(element.textContent).toContain("2 kWh");
  expect(element.textContent).not.toContain("no GPUs");
});

test("what is not reported is not known, and not zero", () => {
  const silent = { ...gpu, utilization: null, powerWatts: null, energyJoules: null };
  const element = show({ gpus: [silent] });
  expect(meters(element)[2]).toEqual(["Use", "0", "not known"]);
  expect(element.textContent).toContain("– of 700 W");
});

test("metrics that cannot be read are reported with the reason", () => {
  const element = show({ problem: "The metrics at http://h/metrics cannot be read." });
  expect(element.textContent).toContain("cannot be read");
  expect(element.textContent).not.toContain("no GPUs");
});
