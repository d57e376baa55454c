import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { StatusError } from "../../base/status-error.ts";
import type { Finding } from "../../engine/config/index.ts";
import { isStoreUrl, parseStoreUrl } from "../../engine/stores/store-url.ts";
import { CONFIG, Linter, type LintServer, STAGES } from "../../main/repositories/index.ts";
import { atomicWriteFile } from "../../main/store/index.ts";
import { type Command, parseFlags, UsageError } from "./command.ts";
import { findModels, type Repository } from "./lint-paths.ts";
import { print, printError, visibleLine } from "./output.ts";

/** The findings whose fixes `--fix` applies. */
type FixKind = "errors" | "advice" | "all";

const FIX_KINDS: readonly FixKind[] = ["errors", "advice", "all"];

const SERVERS: readonly LintServer[] = ["triton", "embedded"];

const SEVERITIES: readonly Finding["severity"][] = ["error", "warning", "info"];

interface Reported extends Finding {
  readonly file: string;
}

export const lintCommand: Command = {
  name: "lint",
  summary: "checks model configurations without a server",
  help: `Usage: npm run --silent batchdeck -- lint PATH... [flags]

Reports what would keep a model from loading (errors) and what could be better (advice), one line per finding:
FILE:LINE:COLUMN SEVERITY ID MESSAGE. PATH is a config.pbtxt, a model's folder or a whole repository. Ensembles are
checked with their models, and every model with its files: versions, model file, ONNX inputs and outputs. A config.pbtxt
that is named itself and has no version folder next to it is checked without model files. PATH may also be the URL of a
repository in an object store (s3://, gs://, as://), which is downloaded into the model cache.

  --stage=STAGE                     Findings that Triton would report by this stage at the latest, one of syntax,
                                    validation, load, ensemble and running (advice for the running server); running.
  --server=triton|embedded          The server they are for. embedded: also what Batchdeck's own engine refuses, such as
                                    backends it does not have.
  --fail-on=error|warning|info      The least severity that fails; error.
  --fix                             Fixes errors only, and reports what is left. A configuration without errors stays as it is.
  --fix=advice                      Applies the fixes of advice only.
  --fix=all                         Applies both. No fix of advice adds another warning.
  --json                            Prints a JSON array of findings with their stage, rule and fix.
  --help

Exit code 0: nothing that fails; 1: findings that fail; 2: wrong usage, such as a path that does not exist.
`,
  async run(args) {
    const { values, positionals } = parseFlags(withFixKind(args), {
      stage: { type: "string", default: "running" },
      "fail-on": { type: "string", default: "error" },
      fix: { type: "string" },
      server: { type: "string" },
      json: { type: "boolean", default: false },
    });
    if (positionals.length === 0) throw new UsageError("lint takes a path: batchdeck lint PATH");
    const stages = STAGES.slice(0, 1 + indexIn(STAGES, "--stage", values.stage));
    const failing = SEVERITIES.slice(0, 1 + indexIn(SEVERITIES, "--fail-on", values["fail-on"]));
    const fixed =
      values.fix === undefined ? undefined : FIX_KINDS[indexIn(FIX_KINDS, "--fix", values.fix)];
    const server =
      values.server === undefined
        ? undefined
        : SERVERS[indexIn(SERVERS, "--server", values.server)];
    const counts = ({ stage }: Finding) => stages.includes(stage);

    const findings: Reported[] = [];
    for (const given of positionals) {
      if (fixed && isStoreUrl(given))
        throw new UsageError(
          `--fix can't change '${given}': nothing is written to object stores. Fix a copy in a folder.`,
        );
      await using local = isStoreUrl(given) ? await downloadModels(given) : null;
      const repository = local?.repository ?? (await findModels(given));
      const linter = await Linter.open(repository, { server });
      for (const { file, name } of repository.models) {
        if (fixed) {
          await fixFile(linter, file, name, (each) => counts(each) && isOfKind(fixed, each));
        }
        const found = linter.findings(name).filter(counts);
        findings.push(...found.map((finding) => ({ ...finding, file })));
      }
    }
    print(values.json ? asJson(findings) : findings.map(asLine).join(""));
    return findings.some(({ severity }) => failing.includes(severity)) ? 1 : 0;
  },
};

function indexIn(choices: readonly string[], flag: string, value: string): number {
  const index = choices.indexOf(value);
  if (index >= 0) return index;
  throw new UsageError(`${flag} is '${value}'; it must be one of ${choices.join(", ")}.`);
}

/** `--fix` alone means `--fix=errors`. */
function withFixKind(args: readonly string[]): string[] {
  return args.map((arg) => (arg === "--fix" ? "--fix=errors" : arg));
}

/** Advice concerns the running server: a model with it loads. */
function isOfKind(kind: FixKind, { stage }: Finding): boolean {
  if (kind === "all") return true;
  return (stage === "running") === (kind === "advice");
}

async function fixFile(
  linter: Linter,
  file: string,
  name: string,
  wanted: (finding: Finding) => boolean,
): Promise<void> {
  const applied = linter.fix(name, wanted);
  if (applied.length === 0) return;
  await atomicWriteFile(file, linter.text(name));
  printError(applied.map((title) => `${visibleLine(`${file}: ${title}`)}\n`).join(""));
}

function asLine({ file, line, column, severity, id, message }: Reported): string {
  return `${visibleLine(`${file}:${line}:${column} ${severity} ${id} ${message}`)}\n`;
}

function asJson(findings: readonly Reported[]): string {
  const listed = findings.map(
    ({ file, line, column, severity, stage, id, message, rule, fix }) => ({
      file,
      line,
      column,
      severity,
      stage,
      id,
      message,
      ...(rule !== undefined && { rule }),
      ...(fix && { fix: fix.title }),
    }),
  );
  return `${JSON.stringify(listed, null, 2)}\n`;
}

/** A store's models as local files, until disposed. */
interface LocalModels extends AsyncDisposable {
  readonly repository: Repository;
}

/**
 * Downloads every version of a store's models into the model cache. Throws a UsageError if it
 * can't.
 */
async function downloadModels(written: string): Promise<LocalModels> {
  const { Stores } = await import("../../engine/stores/index.ts");
  const stores = new Stores();
  const folder = await mkdtemp(path.join(tmpdir(), "batchdeck-lint-"));
  const dispose = async () => {
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { url } = parseStoreUrl(written);
    const source = await stores.open(url);
    const names = await source.list();
    for (const name of names) {
      const directory = await source.read(name);
      if (directory === undefined) continue;
      for (const version of directory.versions) await directory.hold?.(version);
      await symlink(directory.path, path.join(folder, name), "junction");
    }
    const models = names.map((name) => ({
      file: `${url}/${name}/${CONFIG}`,
      folder: path.join(folder, name),
      name,
    }));
    return { repository: { models, folder }, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw new UsageError(StatusError.from(error).message);
  }
}
