import { expect, test } from "vitest";
import { FIRST_REGISTRATION, readRegistration } from "./registration.ts";

test("a registration needs its archive and numbers within bounds", () => {
  expect(readRegistration(FIRST_REGISTRATION)).toMatchObject({
    values: null,
    wrong: { url: "Enter the archive's name." },
  });
  expect(readRegistration({ ...FIRST_REGISTRATION, url: " bert.mar " }).values).toEqual({
    url: "bert.mar",
    model: "",
    initialWorkers: 1,
    batchSize: 1,
    maxBatchDelayMs: 100,
  });
  const wrong = { ...FIRST_REGISTRATION, url: "a.mar", batchSize: "0", initialWorkers: "x" };
  expect(readRegistration(wrong)).toMatchObject({
    values: null,
    wrong: {
      batchSize: "A whole number from 1 to 100000.",
      initialWorkers: "A whole number from 0 to 1000.",
    },
  });
});
