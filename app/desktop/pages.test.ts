import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { servePages } from "./pages.ts";

let get: (url: string, method?: string) => Promise<Response>;

beforeEach(() => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-pages-"));
  const pages = path.join(folder, "pages");
  fs.mkdirSync(pages);
  fs.writeFileSync(path.join(pages, "index.html"), "<!doctype html>");
  fs.writeFileSync(path.join(pages, "main.js"), "export {};");
  fs.writeFileSync(path.join(folder, "secret.json"), "{}");
  const serve = servePages(pages);
  get = (url, method = "GET") => serve(new Request(url, { method }));
  return () => fs.rmSync(folder, { recursive: true });
});

test("serves the page and its scripts with their types", async () => {
  const page = await get("batchdeck://console/");
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toBe("<!doctype html>");
  const script = await get("batchdeck://console/main.js?v=1");
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
});

test.each(["batchdeck://console/", "batchdeck://console/none.js"])(
  "every response has a strict policy: %s",
  async (url) => {
    const { headers } = await get(url);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
  },
);

test.each([
  ["batchdeck://console/none.js", 404],
  ["batchdeck://console/../secret.json", 404],
  ["batchdeck://console/%2e%2e/secret.json", 404],
  ["batchdeck://console/..%2fsecret.json", 404],
  ["batchdeck://console/%00", 404],
  ["batchdeck://elsewhere/", 403],
])("%s is rejected with %i", async (url, status) => {
  expect((await get(url)).status).toBe(status);
});

test("accepts no writes", async () => {
  expect((await get("batchdeck://console/", "POST")).status).toBe(405);
});
