import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import type { HostClient, SubscriptionHandlers } from "../../main/contract/client.ts";
import { HostProvider } from "../host/context.tsx";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** The host's requests so far, and its answers by the request's name. */
export interface FakeHost {
  readonly asked: (readonly [name: string, params: unknown])[];
  readonly answers: Record<string, unknown>;
  /** The only event of each topic, if any. */
  readonly topics: Record<string, unknown>;
}

export const fakeHost = (
  answers: Record<string, unknown> = {},
  topics: Record<string, unknown> = {},
): FakeHost => ({ asked: [], answers, topics });

/** `view` in a page with a router. */
export function Routed({ view }: { view: ReactNode }) {
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute({ component: () => view }),
      history: createMemoryHistory(),
    }),
  );
  return <RouterProvider router={router as never} />;
}

const shown: (() => void)[] = [];

/** Runs `work` and renders its effects; events of topics are rendered with the next frame. */
async function drawn(work: () => void): Promise<void> {
  await act(async () => work());
  await act(async () => void (await new Promise(requestAnimationFrame)));
}

const POLL_MS = 20;
const LIMIT_MS = 15_000;

/** Waits until `check` no longer throws, and renders what happens in the meantime. */
export async function until(check: () => void): Promise<void> {
  const last = Date.now() + LIMIT_MS;
  for (;;) {
    await act(() => new Promise((resolve) => setTimeout(resolve, POLL_MS)));
    try {
      check();
      return;
    } catch (error) {
      if (Date.now() > last) throw error;
    }
  }
}

/** Call it after each test. */
export const clear = () => act(() => shown.splice(0).forEach((remove) => remove()));

/** Renders `view` with a host that has the given answers. */
export async function show(view: ReactNode, host = fakeHost()): Promise<HTMLElement> {
  const client = {
    connection: "open",
    onConnection: () => ({ [Symbol.dispose]: () => {} }),
    subscribe: (name: string, _params: unknown, handlers: SubscriptionHandlers<unknown>) => {
      if (name in host.topics) handlers.event(host.topics[name]);
      return { [Symbol.dispose]: () => {} };
    },
    request: async (name: string, params: unknown) => {
      host.asked.push([name, params]);
      if (name in host.answers) return host.answers[name];
      throw new Error(`Nothing answers ${name}.`);
    },
  } as unknown as HostClient;
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  shown.push(() => {
    root.unmount();
    element.remove();
  });
  await drawn(() => root.render(<HostProvider client={client}>{view}</HostProvider>));
  return element;
}

/** The button with this name. */
export function button(element: HTMLElement, name: string): HTMLButtonElement {
  const found = [...element.querySelectorAll("button")].find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent) === name,
  );
  if (!found) throw new Error(`No button “${name}” in: ${element.textContent}`);
  return found;
}

export const click = (element: HTMLElement) => drawn(() => element.click());

/** Types into the field with that label, as a user would. */
export async function type(element: HTMLElement, label: string, text: string): Promise<void> {
  const of = [...element.querySelectorAll("label")].find((each) => each.textContent === label);
  const input = element.querySelector<HTMLInputElement>(`#${CSS.escape(of?.htmlFor ?? "none")}`);
  if (!input) throw new Error(`No field “${label}”.`);
  const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  await drawn(() => {
    own?.set?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
