import { StatusError } from "../../../base/status-error.ts";
import type { Header } from "./frames.ts";

/** A running model may send anything: every field from its process is checked. */
function invalid(name: string, value: unknown): StatusError {
  const shown = JSON.stringify(value) ?? "nothing";
  return new StatusError(
    "INTERNAL",
    `the Python process sent '${name}' as ${shown.slice(0, 100)}, which the engine can't read`,
  );
}

export function textField(header: Header, name: string): string {
  const value = header[name];
  if (typeof value === "string") return value;
  throw invalid(name, value);
}

export function optionalText(header: Header, name: string): string {
  return header[name] === undefined ? "" : textField(header, name);
}

/** An integer that a double represents exactly. */
export function integerField(header: Header, name: string): number {
  const value = header[name];
  if (Number.isSafeInteger(value)) return value as number;
  throw invalid(name, value);
}

export function numberField(header: Header, name: string): number {
  const value = header[name];
  if (typeof value === "number") return value;
  throw invalid(name, value);
}

/** Also a number that JSON doesn't have, by its name in JavaScript. */
export function realField(header: Header, name: string): number {
  const value = header[name];
  if (value === "NaN" || value === "Infinity" || value === "-Infinity") return Number(value);
  return numberField(header, name);
}

export function flagField(header: Header, name: string): boolean {
  const value = header[name];
  if (typeof value === "boolean") return value;
  throw invalid(name, value);
}

export function listField(header: Header, name: string): readonly unknown[] {
  const value = header[name];
  if (Array.isArray(value)) return value;
  throw invalid(name, value);
}

export function textsField(header: Header, name: string): readonly string[] {
  const list = listField(header, name);
  if (list.every((item) => typeof item === "string")) return list;
  throw invalid(name, list);
}

export function objectField(header: Header, name: string): Header {
  const value = header[name];
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Header;
  throw invalid(name, value);
}

/** Strings by name. */
export function textMapField(header: Header, name: string): ReadonlyMap<string, string> {
  const entries = Object.entries(objectField(header, name));
  for (const [key, value] of entries) {
    if (typeof value !== "string") throw invalid(`${name}.${key}`, value);
  }
  return new Map(entries as [string, string][]);
}
