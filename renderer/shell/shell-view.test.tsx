import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  retainSearchParams,
  RouterProvider,
} from "@tanstack/react-router";
import { act, useState } from "react";
import { afterEach, expect, test } from "vitest";
import { button, clear, click, fakeHost, show } from "../experiments/testing-view.tsx";
import { rootSearch } from "../search.ts";
import { frame, status } from "../host/testing/server-data.ts";
import { Toasts, showSuccess } from "../ui/toasts.tsx";
import { CommandProvider } from "../host/commands/command-context.tsx";
import { Palette } from "./palette.tsx";
import { fleetIdIn, fleetOfReplica, isAboutServer, showsManyServers } from "./scope.ts";
import { sentence } from "./server-banner.tsx";
import { Shell } from "./shell.tsx";

afterEach(clear);

const own = status({ id: "own", name: "Embedded engine", kind: "embedded", capabilities: [] });
const chat = status();
const fleet = {
  id: 3,
  name: "Pair",
  members: { kind: "listed", members: [] },
  replicas: 2,
  live: 1,
  drifting: [],
  requestsPerSecond: null,
  problem: null,
};

/** Renders the shell at an address. */
async function shellAt(address: string, topics: Record<string, unknown>) {
  const root = createRootRoute({
    component: Shell,
    validateSearch: rootSearch,
    search: { middlewares: [retainSearchParams(["server"])] },
  });
  const page = (path: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => `The page ${path}` });
  const router = createRouter({
    routeTree: root.addChildren(["/", "/connections", "/fleets/$id", "/models"].map(page)),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const view = await show(
    <CommandProvider>
      <RouterProvider router={router as never} />
    </CommandProvider>,
    fakeHost({}, { "servers.status": [own, chat], "fleets.list": [fleet], ...topics }),
  );
  return { view, router };
}

/** Waits until the expectation holds, rendering in the meantime. */
async function until(expectation: () => void): Promise<void> {
  for (let rounds = 0; rounds < 100; rounds++) {
    await act(() => new Promise((pass) => setTimeout(pass, 50)));
    try {
      return expectation();
    } catch {
      // Not yet.
    }
  }
  expectation();
}

test("a reason begins with a capital, an address stays as it is", () => {
  expect(sentence("its process ended.")).toBe("Its process ended.");
  expect(sentence("http://127.0.0.1:1 does not list models.")).toMatch(/^http:/);
  expect(sentence("gpu-7:8000 refuses.")).toBe("gpu-7:8000 refuses.");
});

test("what a screen is about is known by its path", () => {
  expect(["/", "/models", "/models/mlp", "/tuning/new"].every(isAboutServer)).toBe(true);
  expect(["/fleets/3", "/connections", "/tuning", "/models-x"].some(isAboutServer)).toBe(false);
  expect([
    showsManyServers("/fleets"),
    showsManyServers("/kubernetes"),
    showsManyServers("/"),
  ]).toEqual([true, true, false]);
  expect([fleetIdIn("/fleets/3"), fleetIdIn("/fleets")]).toEqual([3, null]);
  expect([fleetOfReplica("fleet-3/a:1"), fleetOfReplica("server-1")]).toEqual([3, null]);
});

test("a server that is not there is said to be removed, with a way on", async () => {
  const { view } = await shellAt("/?server=server-12", {});
  await until(() => expect(view.textContent).toContain("This server was removed"));
  expect(view.textContent).not.toContain("The page /");
  expect(view.textContent).toContain("Look at Embedded engine");
  expect(view.querySelector("[role=status][aria-label=Server]")).toBeNull();
});

test("a screen that needs no server lets go of one that was removed", async () => {
  const { view, router } = await shellAt("/connections?server=server-12", {});
  await until(() => expect(router.state.location.search).toEqual({}));
  expect(view.textContent).toContain("The page /connections");
});

test("a fleet's page names the fleet above, not a server", async () => {
  const { view } = await shellAt("/fleets/3", {});
  await until(() => expect(view.textContent).toContain("Pair1 of 2 live"));
  expect(view.querySelector("[role=status][aria-label=Server]")).toBeNull();
});

test("a replica has a way back to its fleet", async () => {
  const id = "fleet-3/a:1";
  const { view } = await shellAt(`/?server=${encodeURIComponent(id)}`, {
    "fleets.replica": status({ id, name: "Pair · a" }),
  });
  await until(() => expect(view.textContent).toContain("Back to Pair"));
  const link = [...view.querySelectorAll("a")].find((each) =>
    each.textContent?.startsWith("Back to"),
  );
  expect(link?.getAttribute("href")).toBe("/fleets/3");
});

test("the search finds fleets and models of servers that are not looked at", async () => {
  const root = createRootRoute({
    component: () => <Palette open onClose={() => {}} />,
    validateSearch: rootSearch,
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await show(
    <CommandProvider>
      <RouterProvider router={router as never} />
    </CommandProvider>,
    fakeHost(
      {},
      {
        "servers.status": [own, chat],
        "fleets.list": [fleet],
        "observed.frame": frame(),
      },
    ),
  );
  const options = () =>
    [...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent);
  await until(() => expect(options()).toEqual(["FleetPair", "Modelqwen on Chat"]));
});

test("the search begins again when it is opened again, or asked for while it is open", async () => {
  function Opened() {
    const [open, setOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setOpen(!open)}>
          Turn
        </button>
        <Palette open={open} onClose={() => setOpen(false)} />
      </>
    );
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Opened, validateSearch: rootSearch }),
    history: createMemoryHistory(),
  });
  const view = await show(
    <CommandProvider>
      <RouterProvider router={router as never} />
    </CommandProvider>,
    fakeHost({}, { "servers.status": [own] }),
  );
  const input = () => document.querySelector<HTMLInputElement>("[role=combobox]");
  const write = async (text: string) => {
    const field = input();
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    await act(async () => {
      value?.set?.call(field, text);
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    });
  };
  await until(() => expect(input()).not.toBeNull());
  await write("mlp");
  const ctrlK = new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true });
  await act(async () => input()?.dispatchEvent(ctrlK));
  expect([input()?.selectionStart, input()?.selectionEnd]).toEqual([0, 3]);
  await click(button(view, "Turn"));
  await click(button(view, "Turn"));
  await until(() => expect(input()?.value).toBe(""));
});

test("three toasts are shown, the newest first", async () => {
  await show(<Toasts />);
  await act(async () => {
    for (const name of ["one", "two", "three", "four"]) showSuccess(name);
  });
  const shown = () =>
    [...document.querySelectorAll(".pointer-events-auto:not([data-limited])")].map((toast) =>
      toast.textContent?.trim(),
    );
  await until(() => expect(shown()).toEqual(["four", "three", "two"]));
});

test("a missing repository is shown as a problem of the repository, with what to do", async () => {
  const problem = "the model repository '/models' can't be read.";
  const { view } = await shellAt("/", {
    "servers.status": [{ ...own, repositoryProblem: problem }, chat],
  });
  await until(() => {
    expect(view.textContent).toContain("Embedded engine can't read its model repository");
    expect(view.textContent).toContain("'/models'");
    expect(view.textContent).toContain("Loaded models keep serving");
    expect(view.textContent).toContain("Open another repository");
  });
});
