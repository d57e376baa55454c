import { afterEach, expect, test } from "vitest";
import type { GridFrame } from "../../../main/contract/index.ts";
import {
  button,
  clear,
  click,
  type FakeHost,
  fakeHost,
  show,
  until,
} from "../../experiments/testing-view.tsx";
import { status } from "../../host/testing/server-data.ts";
import { RolloutDialog } from "./rollout-dialog.tsx";

// jsdom has no layout; the editor measures its text with these.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

afterEach(clear);

const GOOD = 'name: "m"\nbackend: "onnxruntime"\nmax_batch_size: 64\n';
const BAD = `${GOOD.replace("64", "16")}dynamic_batching { preferred_batch_size: [ 64 ] }\n`;

const replica = (name: string, state: "live" | "stale" = "live") => ({
  key: name,
  serverId: `fleet-1/${name}`,
  name,
  state,
  cells: [{ state: "ready", reason: null, versions: ["1"], configuration: 0, value: null }],
});
const grid = {
  fleetId: 1,
  models: ["m"],
  replicas: [replica("a"), replica("b"), replica("gone", "stale")],
} as unknown as GridFrame;

const servers = [
  status({ id: "own", name: "Engine", capabilities: ["configuration"] }),
  status({ id: "chat", name: "Chat", capabilities: [] }),
];

function host(text: string, kind: "none" | "reload", more: Record<string, unknown> = {}): FakeHost {
  const changes = kind === "none" ? [] : [{ path: "max_batch_size", before: "8", after: "64" }];
  return fakeHost(
    {
      "configs.get": { text, draft: null },
      "configs.effect": { kind, changes, reason: "" },
      ...more,
    },
    { "servers.status": servers },
  );
}

async function open(of: FakeHost) {
  await show(<RolloutDialog fleetId={1} grid={grid} onClose={() => {}} />, of);
  const dialog = document.body.querySelector<HTMLElement>("[role=dialog]") as HTMLElement;
  const says = (words: string) => until(() => expect(dialog.textContent).toContain(words));
  return { dialog, says, start: () => button(dialog, "Roll out over 3 replicas") };
}

test("a text that no server takes is reported, listed and not rolled out", async () => {
  const { says, start } = await open(host(BAD, "reload"));
  await says("Servers would reject this text: 1 error below it.");
  await says("preferred");
  expect(start().disabled).toBe(true);
});

test("a text with which every replica serves already is not rolled out", async () => {
  const { says, start } = await open(host(GOOD, "none"));
  await says("No replica would change: all serve this configuration already.");
  expect(start().disabled).toBe(true);
});

test("why the host did not start it is at the foot, and has the focus", async () => {
  const { dialog, says, start } = await open(host(GOOD, "reload"));
  await says("max_batch_size");
  await until(() => expect(start().disabled).toBe(false));
  await click(start());
  await says("Nothing answers fleets.startRollout.");
  expect(dialog.querySelector("footer")?.textContent).toContain("Can't start the rollout");
  expect(document.activeElement?.textContent).toContain("Nothing answers fleets.startRollout.");
});

test("a text is taken only from those who answer and have configurations", async () => {
  const { dialog } = await open(host(GOOD, "reload"));
  await until(() => {
    const from = [...dialog.querySelectorAll("select")].find((each) => each.value === "fleet-1/a");
    const offered = [...(from?.options ?? [])].map((each) => each.textContent);
    expect(offered).toEqual(["a", "b", "Engine"]);
  });
});
