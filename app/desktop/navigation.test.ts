import { expect, test } from "vitest";
import { classifyDestination } from "./navigation.ts";

test.each([
  ["batchdeck://console/", "window"],
  ["batchdeck://console/index.html#/models/mlp", "window"],
  ["https://onnx.ai/", "browser"],
  ["http://127.0.0.1:8000/v2", "browser"],
  ["batchdeck://elsewhere/", "nowhere"],
  ["batchdeck://console.example/", "nowhere"],
  ["file:///etc/passwd", "nowhere"],
  ["javascript:alert(1)", "nowhere"],
  ["data:text/html,x", "nowhere"],
  ["smb://server/share", "nowhere"],
  ["about:blank", "nowhere"],
  ["not a URL", "nowhere"],
  ["", "nowhere"],
])("%s goes to the %s", (url, destination) => {
  expect(classifyDestination(url)).toBe(destination);
});
