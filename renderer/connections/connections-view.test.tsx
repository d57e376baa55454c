import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import { clear, click, fakeHost, Routed, show, type } from "../experiments/testing-view.tsx";
import { status } from "../host/testing/server-data.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { emptyForm, toDraft } from "../host/connection-form/form.ts";
import type { Unreadable } from "../../main/contract/index.ts";
import { UnreadableList } from "../ui/unreadable-list.tsx";
import { ImportedNotice } from "./list-files.tsx";

afterEach(clear);

Element.prototype.scrollIntoView = () => {};

const info = { "host.info": { capabilities: {}, secrets: "memory" } };
const named = (name: string) => {
  const found = [...document.body.querySelectorAll("button")].find(
    ({ textContent }) => textContent === name,
  );
  if (!found) throw new Error(`No button “${name}” in: ${document.body.textContent}`);
  return found;
};

test("[CONNECTION-PAGE-A1] one address is enough, and connects what it means", async () => {
  const host = fakeHost({ ...info, "servers.add": { serverId: "a" } });
  const closed = vi.fn<() => void>();
  await show(<ConnectDialog edited={null} onClose={closed} />, host);
  expect(named("Connect").disabled).toBe(true);
  await type(document.body, "Address", "gpu-7:8001");
  expect(named("gRPC").getAttribute("aria-pressed")).toBe("true");
  await click(named("Connect"));
  expect(host.asked.at(-1)).toEqual(["servers.add", { ...toDraft(emptyForm), grpc: "gpu-7:8001" }]);
  expect(closed).toHaveBeenCalled();
});

test("[CONNECTION-PAGE-A9] models can be named for a server that lists none", async () => {
  const host = fakeHost({ ...info, "servers.add": { serverId: "a" } });
  await show(<ConnectDialog edited={null} onClose={() => {}} />, host);
  expect(document.body.textContent).toContain("Models by name");
  expect(document.body.textContent).toContain("TensorFlow Serving has no list of its models");
  await type(document.body, "Address", "tf:8501");
  await type(document.body, "Model names", "resnet, bert");
  await click(named("Connect"));
  expect(host.asked.at(-1)?.[1]).toMatchObject({ http: "tf:8501", models: ["resnet", "bert"] });
});

test("[CONNECTION-PAGE-A5] what the host rejects is at its field", async () => {
  const refusal = new StatusError("INVALID_ARGUMENT", "gRPC address 'x' has no port.", {
    details: { field: "grpc" },
  });
  const host = fakeHost({ ...info });
  Object.defineProperty(host.answers, "servers.add", {
    enumerable: true,
    get: () => {
      throw refusal;
    },
  });
  await show(<ConnectDialog edited={null} onClose={() => {}} />, host);
  await type(document.body, "Address", "grpc://x");
  await click(named("Connect"));
  const wrong = () => document.body.querySelector<HTMLInputElement>('[aria-invalid="true"]');
  await act(() => vi.waitFor(() => expect(wrong()?.value).toBe("grpc://x")));
  expect(document.body.textContent).toContain(refusal.message);
});

test("[CONNECTION-PAGE-A7] a plain line next to an encrypted one is reported, with the way to encrypt it", async () => {
  await show(<ConnectDialog edited={null} onClose={() => {}} />, fakeHost({ ...info }));
  await type(document.body, "Address", "https://gpu-7:8000");
  await type(document.body, "gRPC address", "gpu-7:8001");
  expect(document.body.textContent).toContain("HTTP encrypted, gRPC not");
  await click(named("Bearer token"));
  expect(document.body.textContent).toContain("The token is not sent over gRPC");
  await click(named("Encrypt gRPC"));
  expect(document.body.textContent).not.toContain("gRPC not");
  expect(document.body.querySelector('[value="grpcs://gpu-7:8001"]')).not.toBeNull();
});

test("[CONNECTION-PAGE-A8] of a Triton over HTTP alone it is said what its gRPC address would add", async () => {
  const host = fakeHost({
    ...info,
    "servers.recognise": { kind: "triton", version: "2.64.0", batchdeck: false, asked: [] },
  });
  await show(<ConnectDialog edited={null} onClose={() => {}} />, host);
  await type(document.body, "Address", "gpu-7:8000");
  await click(named("Test connection"));
  await act(() => vi.waitFor(() => expect(document.body.textContent).toContain("Triton 2.64.0")));
  expect(document.body.textContent).toContain("A gRPC address would add gRPC load");
  await type(document.body, "gRPC address", "gpu-7:8001");
  expect(document.body.textContent).not.toContain("would add");
});

test("[CONNECTION-PAGE-A6] what a test of the connection found is reported with all that was asked", async () => {
  const asked = [{ question: "GET /version", answer: "200 vLLM", spoke: true }];
  const host = fakeHost({
    ...info,
    "servers.recognise": { kind: "vllm", version: "0.32.0", asked },
  });
  await show(<ConnectDialog edited={null} onClose={() => {}} />, host);
  await type(document.body, "Address", "gpu-7:8000");
  await click(named("Test connection"));
  await act(() => vi.waitFor(() => expect(document.body.textContent).toContain("vLLM 0.32.0")));
  expect(document.body.textContent).toContain("GET /version");
});

test("[CONNECTION-PAGE-S1] a card shows state, next try and whether there are secrets, never their values", async () => {
  const server = status({
    state: "stale",
    nextTry: Date.now() + 5000,
    reason: "Can't reach gpu-7:8001.",
  });
  const connection = {
    ...toDraft(emptyForm),
    http: "https://gpu-7:8000",
    auth: { kind: "bearer", token: { kind: "lost" } },
  };
  const view = await show(
    <Routed view={<ConnectionCard server={server} onEdit={() => {}} />} />,
    fakeHost({ "servers.connection": connection }),
  );
  await act(() => vi.waitFor(() => expect(view.textContent).toContain("Bearer token")));
  expect(view.textContent).toMatch(/Stale since .*next try in \d s/);
  expect(view.textContent).toContain("Can't reach gpu-7:8001.");
  expect(view.textContent).toContain("lost with the host's last start: enter it again");
});

test("[CONNECTION-PAGE-S3] an import says how many came and which wait for a secret", async () => {
  const what = { added: 2, known: 1, withoutSecrets: ["a", "b"] };
  const view = await show(<ImportedNotice what={what} onClose={() => {}} />);
  expect(view.textContent).toContain("2 connections added, 1 known already");
  expect(view.textContent).toContain("Choose Edit to enter or confirm those of a and b.");
});

test("[STORED-3] a connection that can't be opened shows why, and removing it asks first", async () => {
  const removed = vi.fn<(item: Unreadable) => void>();
  const item = { id: "server-3", name: "Old GPU", reason: "'auth.kind' is wrong: Invalid input." };
  const list = <UnreadableList items={[item]} what="connection" onRemove={removed} />;
  const view = await show(list, fakeHost({}));
  expect(view.textContent).toContain("Can't open Old GPU");
  expect(view.textContent).toContain("'auth.kind' is wrong");
  await click(named("Remove"));
  expect(removed).not.toHaveBeenCalled();
  expect(document.body.textContent).toContain("Remove Old GPU?");
  await click(named("Remove connection"));
  expect(removed).toHaveBeenCalledWith(item);
});
