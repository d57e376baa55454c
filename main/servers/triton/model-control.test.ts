import { expect, test } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { withModelControl } from "./model-control.ts";

const rejected = (message: string) =>
  withModelControl(Promise.reject(new StatusError("UNAVAILABLE", message)));

test.each([
  ["explicit model load / unload is not allowed if polling is enabled", "poll"],
  ["explicit model load / unload is not allowed", "none"],
])("reads Triton's control mode from '%s'", async (message, modelControl) => {
  await expect(rejected(message)).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message,
    details: { modelControl },
  });
});

test("leaves other failures unchanged", async () => {
  const error = new StatusError("UNAVAILABLE", "Can't reach 127.0.0.1:1.", {
    details: { unreachable: true },
  });
  await expect(withModelControl(Promise.reject(error))).rejects.toBe(error);
});
