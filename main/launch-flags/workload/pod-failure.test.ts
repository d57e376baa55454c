import { describe, expect, it } from "vitest";
import { describePending, failedPod } from "./pod-failure.ts";
import type { WorkloadPod, PodContainerStatus } from "./source.ts";

const pod = (status: Partial<PodContainerStatus>, reason: string | null = null): WorkloadPod => ({
  name: "vllm-0",
  uid: "",
  containers: [],
  ready: false,
  ending: false,
  reason,
  statuses: [{ name: "server", restarts: 0, waiting: null, ended: null, ...status }],
});
const waiting = (reason: string, message = "") => ({ waiting: { reason, message } });

describe("[LAUNCH-11] a pod", () => {
  it.each(["ContainerCreating", "PodInitializing", ""])("may still get ready: %s", (reason) => {
    expect(failedPod(pod(waiting(reason)), "server")).toBeNull();
    expect(failedPod(pod({}), "server")).toBeNull();
    expect(failedPod(pod({ ended: { reason: "Error", exitCode: 1 } }), "other")).toBeNull();
  });

  it("whose image can't be pulled fails with the cluster's message, without a log", () => {
    const failed = failedPod(
      pod(waiting("ImagePullBackOff", "Back-off pulling image x:1")),
      "server",
    );
    expect(failed).toMatchObject({ hasLog: false });
    expect(failed?.describe([])).toEqual({
      kind: "image",
      reason: "Its pod vllm-0 doesn't start: ImagePullBackOff: Back-off pulling image x:1",
    });
  });

  it("whose container can't be created fails", () => {
    const failed = failedPod(
      pod(waiting("CreateContainerConfigError", 'secret "x" not found')),
      "server",
    );
    expect(failed?.describe([]).reason).toContain('secret "x" not found');
  });

  it("that ended fails by its log; while it runs again, by the log before", () => {
    const ended = { reason: "Error", exitCode: 2 };
    const log = ["vllm: error: unrecognized arguments: --x"];
    const back = failedPod(pod({ restarts: 1, ended, ...waiting("CrashLoopBackOff") }), "server");
    expect(back).toMatchObject({ previous: false, hasLog: true });
    expect(back?.describe(log).kind).toBe("flag");
    expect(failedPod(pod({ restarts: 1, ended }), "server")?.previous).toBe(true);
    expect(failedPod(pod({ restarts: 0, ended }), "server")?.previous).toBe(false);
  });

  it("that had too little main memory says so", () => {
    const failed = failedPod(pod({ ended: { reason: "OOMKilled", exitCode: 137 } }), "server");
    expect(failed?.describe([])).toMatchObject({ kind: "memory" });
  });

  it("that can't be scheduled is named when the time is over", () => {
    const reason = "Unschedulable: 0/3 nodes are available: 3 Insufficient nvidia.com/gpu.";
    expect(describePending([pod({}, reason)], "0 of 1 pods")).toEqual({
      kind: "schedule",
      reason: `Its pod: ${reason}`,
    });
    expect(describePending([], "0 of 1 pods.")).toEqual({
      kind: "timeout",
      reason: "0 of 1 pods.",
    });
  });
});
