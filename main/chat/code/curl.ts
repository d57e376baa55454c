import { shellWord } from "../../../base/shell-word.ts";
import type { Subject } from "./subject.ts";

/** A command for a POSIX shell. */
export function curl({ origin, path, body, headers, streamed, deadlineMs }: Subject): string {
  const command = [
    `curl --fail-with-body -sS${streamed ? " --no-buffer" : ""} --max-time ${deadlineMs / 1000}`,
    "-H 'Content-Type: application/json'",
    ...headers.map(
      ({ name, variable, prefix }) => `-H ${shellWord(`${name}: ${prefix}`)}"$${variable}"`,
    ),
    "--data-binary @-",
    `${shellWord(`${origin}${path}`)} <<'JSON'`,
  ].join(" \\\n  ");
  return [
    "# --max-time is the deadline; when it passes, and on Ctrl-C, the connection closes and the server stops. No --retry.",
    "# Many at once, for the server to batch:  seq 32 | xargs -P 8 -I{} sh this-file.sh",
    command,
    JSON.stringify(body, null, 2),
    "JSON",
    "",
  ].join("\n");
}
