import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import type { Browser, Page, Route } from "@playwright/test";
import { root } from "../scripts/process.ts";
import { freePort } from "../base/free-port.ts";
import { expect, startConsole, temporaryDirectory, test } from "./console.ts";
import { violations } from "./workbench.ts";

test.describe.configure({ mode: "serial" });

const signIn = (page: Page) => page.getByRole("heading", { name: "Sign in to Batchdeck" });
const home = (page: Page) => page.getByRole("heading", { level: 1, name: "Overview" });

/** A page of another browser, which isn't signed in. */
async function stranger(browser: Browser): Promise<Page> {
  return await (await browser.newContext()).newPage();
}

test("[WEB-3] a new tab, a reload and a pasted link stay signed in", async ({
  console: running,
  context,
  page,
}) => {
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  await expect.poll(() => page.url()).not.toContain("code");
  const tab = await context.newPage();
  await tab.goto(`http://127.0.0.1:${running.port}/#/models/mlp`);
  await expect(tab.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
  await page.close();
  await tab.reload();
  await expect(tab.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
  await tab.goto(`http://localhost:${running.port}/#/experiments`);
  await expect(tab.getByRole("heading", { level: 1, name: "Experiments" })).toBeVisible();
  // No credentials that other servers on this machine would receive.
  expect(await context.cookies()).toEqual([]);
});

test("[WEB-6] another browser is shown how to sign in, and then the requested page", async ({
  console: running,
  browser,
}) => {
  const page = await stranger(browser);
  await page.goto(`http://127.0.0.1:${running.port}/#/models/mlp`);
  await expect(signIn(page)).toBeVisible();
  await expect(page.getByText("mlp")).toHaveCount(0);
  await expect(page.getByText(`http://127.0.0.1:${running.port}/#code=…`)).toBeVisible();
  const command = await page.getByRole("region", { name: "Command that prints" }).textContent();
  expect(command).toBe(`npm run --silent batchdeck -- sign-in-link --port ${running.port}`);

  expect(await violations(page)).toEqual([]);
  const field = page.getByLabel("Sign-in link or code");
  await field.fill("not a link");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("No code found.")).toBeVisible();
  await field.fill("x".repeat(32));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("was used already, has expired")).toBeVisible();

  const printed = execFileSync(
    process.execPath,
    [
      path.join(root, "app/cli/main.ts"),
      "sign-in-link",
      "--port",
      String(running.port),
      "--data-dir",
      running.dataDirectory,
    ],
    { encoding: "utf8" },
  );
  expect(printed).toContain(`http://127.0.0.1:${running.port}/#code=`);
  await field.fill(printed);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
  await page.context().close();
});

test("[WEB-5] a sign-in link works in a tab that shows the sign-in page; a wrong one changes nothing", async ({
  console: running,
  browser,
}) => {
  const page = await stranger(browser);
  await page.goto(`http://127.0.0.1:${running.port}/`);
  await expect(signIn(page)).toBeVisible();
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  await page.goto(`http://127.0.0.1:${running.port}/?again#code=${"x".repeat(50)}`);
  await expect(home(page)).toBeVisible();
  expect(page.url()).not.toContain("code");
  await page.context().close();
});

test("[WEB-9] signing out signs out every tab", async ({ console: running, browser }) => {
  const page = await stranger(browser);
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${running.port}/`);
  await expect(home(other)).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(signIn(page)).toBeVisible();
  await expect(signIn(other)).toBeVisible();
  await page.reload();
  await expect(signIn(page)).toBeVisible();
  await page.context().close();
});

test("[WEB-2] a sign-in link signs in one browser, and is rejected for the next", async ({
  console: running,
  browser,
}) => {
  const link = running.url;
  const page = await stranger(browser);
  await page.goto(link);
  await expect(home(page)).toBeVisible();
  const next = await stranger(browser);
  await next.goto(link);
  await expect(signIn(next)).toBeVisible();
  await expect(next.getByText("was used already, has expired")).toBeVisible();
  for (const each of [page, next]) await each.context().close();
});

test("[WEB-3] a deep link right after a sign-in link opens signed in", async ({
  console: running,
  browser,
}) => {
  for (const [to, name] of [
    ["/?deep#/models/mlp", "mlp"],
    ["/#/experiments", "Experiments"],
  ] as const) {
    const page = await stranger(browser);
    // The page closes after the host has used the code, before its response arrives.
    const used = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const lose = async (route: Route) => {
      await route.fetch();
      used.resolve();
      await gone.promise;
      await route.abort().catch(() => {});
    };
    await page.route("**/session/code", lose, { times: 1 });
    await page.goto(running.url);
    await used.promise;
    await page.goto(`http://127.0.0.1:${running.port}${to}`);
    gone.resolve();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.context().close();
  }
});

test("[WEB-10] an open tab and a new one stay signed in over a restart of the host", async ({
  console: running,
  browser,
}) => {
  const page = await stranger(browser);
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  const tokens: string[] = [];
  page.on("request", (request) => {
    const posted = request.postDataJSON() as { token?: string } | null;
    if (posted?.token) tokens.push(posted.token);
  });
  await running.restart();
  await expect(page.getByRole("link", { name: "mlp", exact: true }).first()).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto(`http://127.0.0.1:${running.port}/#/models/mlp`);
  await expect(tab.getByRole("heading", { level: 1, name: "mlp" })).toBeVisible();
  // The stored key can't be read, not even by the page.
  const kept = await tab.evaluate(async () => {
    const opening = indexedDB.open("batchdeck", 1);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const reading = opening.result.transaction("sign-in").objectStore("sign-in").get("key");
    await new Promise((resolve) => (reading.onsuccess = resolve));
    const { key } = reading.result as { key: CryptoKey };
    const raw = await crypto.subtle.exportKey("raw", key).catch((error: Error) => error.name);
    return { extractable: key.extractable, raw };
  });
  expect(kept).toEqual({ extractable: false, raw: "InvalidAccessError" });
  expect(tokens).toEqual([]);
  await page.context().close();
});

test("[WEB-10] a program that took over the port gets nothing that it can use", async ({
  console: running,
  browser,
}) => {
  const page = await stranger(browser);
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  const stopped = running.restart.bind(running);
  await running.stop();
  const received: string[] = [];
  const upgrades: string[] = [];
  // It forwards every call to its own console on another port.
  const directory = temporaryDirectory("rogue");
  const other = await startConsole(directory, ["--port", String(await freePort())]);
  const passOn = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    received.push(body);
    const answer = await fetch(`http://127.0.0.1:${other.port}${request.url}`, {
      method: request.method ?? "GET",
      headers: { origin: `http://127.0.0.1:${other.port}` },
      ...(body !== "" && { body }),
    });
    const type = answer.headers.get("content-type") ?? "text/plain";
    response.writeHead(answer.status, { "content-type": type });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const thief = http.createServer((request, response) => {
    passOn(request, response).catch(() => response.destroy());
  });
  thief.on("upgrade", (request, socket) => {
    upgrades.push(String(request.headers["sec-websocket-protocol"]));
    socket.destroy();
  });
  await new Promise<void>((resolve) => thief.listen(running.port, "127.0.0.1", resolve));
  try {
    await expect(signIn(page)).toBeVisible();
    await expect(page.getByText("not the console that this browser signed in to")).toBeVisible();
    await page.reload();
    await expect(page.getByText("not the console that this browser signed in to")).toBeVisible();
    expect(upgrades).toEqual([]);
    const sent = received.filter((body) => body !== "").map((body) => JSON.parse(body) as object);
    expect(sent.length).toBeGreaterThan(0);
    for (const body of sent) expect(Object.keys(body).sort()).toEqual(["id", "nonce"]);
  } finally {
    thief.closeAllConnections();
    await new Promise((resolve) => thief.close(resolve));
    await other.stop();
    fs.rmSync(directory, { recursive: true, force: true });
    await stopped();
  }
  // The browser's own console is running again.
  await page.reload();
  await expect(home(page)).toBeVisible();
  await page.context().close();
});

test("[WEB-5] a console with another key asks to sign in again", async ({
  console: running,
  browser,
}) => {
  const page = await stranger(browser);
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  const file = path.join(running.dataDirectory, "console-key");
  fs.rmSync(file);
  await running.restart();
  await expect(signIn(page)).toBeVisible();
  await page.goto(running.url);
  await expect(home(page)).toBeVisible();
  await page.context().close();
});
