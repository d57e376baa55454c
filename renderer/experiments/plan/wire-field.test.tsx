import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { status } from "../../host/testing/server-data.ts";
import { plan } from "../testing-data.ts";
import { clear, fakeHost, show } from "../testing-view.tsx";
import { WireField } from "./wire-field.tsx";

afterEach(clear);

const BOTH = { grpc: "gpu-7:8001", http: "gpu-7:8000", metrics: "" };

test.each([
  ["all while the addresses are not known", null, plan.wire, 4],
  ["all that have one", BOTH, plan.wire, 4],
  ["HTTP alone", { ...BOTH, grpc: "" }, "http", 1],
  ["the one that is chosen, too", { ...BOTH, grpc: "" }, "grpc-stream", 2],
] as const)(
  "[LAB-GEN-37] offers the protocols with an address: %s",
  async (_, endpoints, wire, count) => {
    const server = { ...status({ id: plan.serverId }), endpoints };
    const host = fakeHost({}, { "servers.status": [server] });
    const view = await show(<WireField plan={{ ...plan, wire }} onPick={() => {}} />, host);
    await act(() =>
      vi.waitFor(() => expect(view.querySelectorAll("button")).toHaveLength(count), 20_000),
    );
    const words = "The connection has no address for the others.";
    expect(view.textContent?.includes(words)).toBe(count < 4);
  },
);
