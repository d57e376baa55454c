import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  button,
  clear,
  click,
  fakeHost,
  show,
  type as typeInto,
} from "../experiments/testing-view.tsx";
import { TritonSettings } from "./triton-settings.tsx";

afterEach(clear);

const trace = {
  trace_level: ["OFF"],
  trace_rate: ["1000"],
  trace_count: ["-1"],
  log_frequency: ["0"],
  trace_file: ["/tmp/trace.json"],
  trace_mode: ["triton"],
};
const log = {
  log_file: "",
  log_info: true,
  log_warning: true,
  log_error: true,
  log_verbose_level: 0,
  log_format: "default",
};

const hostOf = (answers: Record<string, unknown>) =>
  fakeHost({ "tritonSettings.trace": trace, "tritonSettings.log": log, ...answers });

const checkbox = (view: HTMLElement, label: string) => {
  const found = [...view.querySelectorAll("label")].find((each) => each.textContent === label);
  const box = found?.querySelector("input");
  if (!box) throw new Error(`No box “${label}”.`);
  return box;
};

const until = (check: () => void) => act(async () => vi.waitFor(check));

/** Renders the settings and waits for both responses. */
async function shown(host: ReturnType<typeof hostOf>): Promise<HTMLElement> {
  const view = await show(<TritonSettings serverId="s" />, host);
  await until(() => expect(view.textContent).not.toContain("Asking the server"));
  return view;
}

const asked = (host: ReturnType<typeof hostOf>, wanted: string) =>
  host.asked.filter(([name]) => name === wanted);

test("it shows what the server reported, and sends what was changed in one call", async () => {
  const host = hostOf({
    "tritonSettings.changeTrace": { ...trace, trace_level: ["TIMESTAMPS"], trace_rate: ["10"] },
  });
  const view = await shown(host);
  expect(view.textContent).toContain("Modetriton");
  expect(button(view, "Apply").disabled).toBe(true);
  await click(checkbox(view, "Timestamps"));
  await typeInto(view, "Trace one request in", "10");
  await click(button(view, "Apply"));
  await until(() => expect(asked(host, "tritonSettings.trace")).toHaveLength(2));
  expect(asked(host, "tritonSettings.changeTrace")).toEqual([
    [
      "tritonSettings.changeTrace",
      {
        serverId: "s",
        model: "",
        changes: { trace_level: ["TIMESTAMPS"], trace_rate: ["10"] },
      },
    ],
  ]);
  expect(view.textContent).not.toContain("as it was");
});

test("a value that cannot be is not sent, and says why", async () => {
  const view = await shown(hostOf({}));
  await typeInto(view, "Trace one request in", "often");
  expect(view.textContent).toContain("Enter a whole number of at least 1");
  expect(button(view, "Apply").disabled).toBe(true);
});

test("what the server left alone is named, and a rejection has its words", async () => {
  const host = hostOf({ "tritonSettings.changeLog": log });
  const view = await shown(host);
  const form = view.querySelector<HTMLFormElement>("form[aria-label='Log settings']");
  if (!form) throw new Error("no form");
  await click(checkbox(form, "Information"));
  await click(button(form, "Apply"));
  await until(() => expect(form.textContent).toContain("The server left log_info as it was"));
  delete host.answers["tritonSettings.changeLog"];
  await typeInto(form, "File", "/var/log/triton.log");
  await click(button(form, "Apply"));
  await until(() =>
    expect(form.textContent).toContain("Nothing answers tritonSettings.changeLog."),
  );
  expect(asked(host, "tritonSettings.changeLog")).toHaveLength(2);
});

test("a server that reports one of the two shows the other's rejection", async () => {
  const host = hostOf({});
  delete host.answers["tritonSettings.trace"];
  const view = await shown(host);
  expect(view.textContent).toContain("The server doesn't report its trace settings");
  expect(view.textContent).toContain("Verbose level");
});

test("taking back sends no values", async () => {
  const host = hostOf({ "tritonSettings.changeTrace": trace });
  const view = await shown(host);
  await click(button(view, "Reset to startup values"));
  await until(() => expect(asked(host, "tritonSettings.changeTrace")).toHaveLength(1));
  expect(asked(host, "tritonSettings.changeTrace")[0]?.[1]).toEqual({
    serverId: "s",
    model: "",
    changes: { trace_level: [], trace_rate: [], trace_count: [], log_frequency: [] },
  });
});
