import type { Page } from "@playwright/test";
import type { ClientMessage, HostMessage } from "../main/contract/messages.ts";
import { expect, openModel, test } from "./console.ts";
import { chooseRate, warmUpBriefly } from "./workbench.ts";

test.use({ consoleName: "quiet", actionTimeout: 20_000 });

interface Subscription {
  readonly topic: string;
}

interface SeenEvent {
  readonly subscription: Subscription;
  readonly value: unknown;
}

/** Topics of live figures. */
const LIVE = /^(telemetry|observed)\./;

/** Records all further events that the page receives. */
function recordEvents(page: Page): SeenEvent[] {
  const events: SeenEvent[] = [];
  page.on("websocket", (socket) => {
    const subscriptions = new Map<number, Subscription>();
    socket.on("framesent", ({ payload }) => {
      const message = JSON.parse(String(payload)) as ClientMessage;
      if (message.type === "subscribe") subscriptions.set(message.id, { topic: message.name });
    });
    socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload)) as HostMessage;
      const subscription = subscriptions.get(message.id);
      if (subscription && message.type === "event")
        events.push({ subscription, value: message.value });
    });
  });
  return events;
}

const isLive = ({ subscription }: SeenEvent) => LIVE.test(subscription.topic);

/** Whether an event says that quiet mode is on or off. */
const says =
  (isQuiet: boolean) =>
  ({ subscription: { topic }, value }: SeenEvent) =>
    topic === "lab.turn" && (value as { isQuiet: boolean }).isQuiet === isQuiet;

/** Number of events per subscription. */
const counts = (events: readonly SeenEvent[]) =>
  [...Map.groupBy(events, ({ subscription }) => subscription).values()].map((all) => all.length);

async function startExperiment(page: Page, origin: string): Promise<void> {
  await page.goto(new URL("/#/experiments/new?model=mlp", origin).href);
  await chooseRate(page, 20);
  await page.getByLabel("Seconds per step").fill("8");
  await warmUpBriefly(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("progressbar", { name: "Progress of the experiment" })).toBeVisible();
}

test("while an experiment measures on this machine, pages draw no live charts and get few events", async ({
  console: running,
  context,
  page,
}) => {
  test.slow();
  const watching = await context.newPage();
  const events = recordEvents(watching);
  await watching.goto(running.url);
  await openModel(watching, "mlp");
  const live = () => events.filter(isLive);
  await expect.poll(() => live().length, { message: "live figures" }).toBeGreaterThan(5);
  const notice = (of: Page) => of.getByText("Live charts paused while measuring");
  await expect(notice(watching)).toBeHidden();

  await page.goto(running.url);
  await startExperiment(page, running.url);
  const began = Date.now();
  await expect(notice(watching)).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "Latency so far" })).toHaveCount(0);
  await expect.poll(() => events.some(says(true))).toBe(true);

  // A new subscription gets its first event and nothing more.
  const from = events.length;
  await watching.reload();
  await expect(notice(watching)).toBeVisible();
  await expect(watching.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();

  await expect(page.getByText("Done", { exact: true }).first()).toBeVisible({ timeout: 90_000 });
  await expect.poll(() => events.slice(from).some(says(false))).toBe(true);
  const since = events.slice(from);
  const during = since.slice(0, since.findIndex(says(false)));
  const seconds = (Date.now() - began) / 1000;
  expect(Math.max(...counts(during.filter(isLive)))).toBe(1);
  expect(Math.max(...counts(during))).toBeLessThanOrEqual(seconds + 1);

  await expect(notice(watching)).toBeHidden();
  await expect(notice(page)).toBeHidden();
  const after = live().length;
  await expect
    .poll(() => live().length, { message: "live figures again" })
    .toBeGreaterThan(after + 2);
});
