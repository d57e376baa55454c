import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { GridFrame } from "../../../main/contract/index.ts";
import { button, clear, fakeHost, show } from "../../experiments/testing-view.tsx";
import { status } from "../../host/testing/server-data.ts";
import { CanaryDialog } from "./canary-dialog.tsx";
import { CanaryView } from "./canary-view.tsx";

afterEach(clear);

const grid = { fleetId: 1, name: "Fleet", models: ["m"], replicas: [] } as unknown as GridFrame;

test.each([
  [null, false],
  ["Experiment 7 'sweep' is running", true],
])("[FLEET-C5] two are compared unless a measurement is running: %s", async (holder, refused) => {
  const host = fakeHost({}, { "canary.list": [], "lab.turn": { holder, isQuiet: false } });
  const view = await show(<CanaryView fleetId={1} grid={grid} />, host);
  expect(button(view, "Compare two").disabled).toBe(refused);
  expect(view.textContent.includes(`${holder}; measurements run one at a time.`)).toBe(refused);
});

test.each([
  ["gpu-7:8001", "gRPC"],
  ["", "HTTP"],
])(
  "[FLEET-C1] requests go over gRPC unless replicas have no address for it: '%s'",
  async (grpc, wire) => {
    const replica = {
      ...status({ id: "fleet-1/gpu-7" }),
      endpoints: { grpc, http: "gpu-7:8000", metrics: "" },
    };
    const host = fakeHost({}, { "servers.status": [], "fleets.replica": replica });
    const of = { ...grid, replicas: [{ serverId: replica.id }] } as GridFrame;
    await show(<CanaryDialog fleetId={1} grid={of} onClose={() => {}} />, host);
    const pressed = () => button(document.body, wire).getAttribute("aria-pressed");
    await act(() => vi.waitFor(() => expect(pressed()).toBe("true"), 20_000));
  },
);
