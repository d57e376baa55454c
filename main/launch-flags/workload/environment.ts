import { StatusError } from "../../../base/status-error.ts";
import type { EnvironmentChange, LaunchCandidate } from "../../contract/index.ts";

/** Values of the variables that some candidate changes; null: it isn't set. */
export type Environment = Readonly<Record<string, string | null>>;

/** A variable of a container. */
export interface EnvironmentVariable {
  readonly name: string;
  /** Null where it isn't in the container itself, or is a secret by its name. */
  readonly value: string | null;
  /** Where a value comes from that isn't shown, "a Secret"; "" where it is shown. */
  readonly source: string;
}

const SECRET = /(^|_)(TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(_|$)/i;

/** Whether a variable's name says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** The names that any candidate changes. INVALID_ARGUMENT for one whose name says that it holds a secret. */
export function changedNames(candidates: readonly LaunchCandidate[]): string[] {
  const all = candidates.flatMap(({ label, environment = [] }) =>
    environment.map(({ name }) => {
      if (isSecretName(name) || name.startsWith("BATCHDECK_"))
        throw new StatusError(
          "INVALID_ARGUMENT",
          `${label}: ${name} can't be changed: ${isSecretName(name) ? "the console would have to store and show a secret" : "it is the console's own"}.`,
          { details: { field: "environment" } },
        );
      return name;
    }),
  );
  return [...new Set(all)];
}

/** The base's values with a candidate's. */
export function withEnvironment(
  base: Environment,
  changes: readonly EnvironmentChange[] = [],
): Environment {
  return { ...base, ...Object.fromEntries(changes.map(({ name, value }) => [name, value])) };
}

/** What a container has of some variables. FAILED_PRECONDITION for one whose value comes from elsewhere. */
export function environmentOf(
  container: { readonly name: string; readonly environment: readonly EnvironmentVariable[] },
  names: readonly string[],
): Environment {
  return Object.fromEntries(
    names.map((name) => {
      const found = container.environment.find((each) => each.name === name);
      if (found && found.source !== "")
        throw new StatusError(
          "FAILED_PRECONDITION",
          `The variable ${name} of the container '${container.name}' comes from ${found.source}, so it is not changed.`,
        );
      return [name, found?.value ?? null];
    }),
  );
}

/** Whether a container has these values. */
export function hasEnvironment(
  { environment }: { readonly environment: readonly EnvironmentVariable[] },
  values: Environment,
): boolean {
  return Object.entries(values).every(([name, value]) => {
    const found = environment.find((each) => each.name === name);
    return found ? found.source === "" && found.value === value : value === null;
  });
}

/** Those of `values` that differ from `base`, "NAME=value"; "without NAME" where it isn't set. */
export function describeEnvironment(values: Environment, base: Environment): string[] {
  return Object.entries(values)
    .filter(([name, value]) => base[name] === undefined || value !== base[name])
    .map(([name, value]) => (value === null ? `without ${name}` : `${name}=${value}`));
}
