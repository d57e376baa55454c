import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../../scripts/process.ts";

/** Program and first arguments; null: not to be had, and the reason was printed. */
export type Tool = readonly string[] | null;

const cache = join(root, ".cache/real/load-tools");
const MINUTES = 60_000;

/** perf_analyzer's wheel needs a C library of 2024; where the system's is older, Debian 13's is put next to it. */
export async function installPerfAnalyzer(): Promise<Tool> {
  const folder = join(cache, "perf-analyzer");
  const program = join(folder, "perf_analyzer/bin/perf_analyzer");
  if (!existsSync(program)) {
    const wheel = ["--platform", "manylinux_2_38_x86_64", "--only-binary=:all:", "--no-deps"];
    const args = ["-m", "pip", "install", "--quiet", "--target", folder, ...wheel];
    if (!(await done("perf_analyzer", "python3", [...args, "perf-analyzer==2.60.0"]))) return null;
  }
  if (works([program])) return [program];
  const libraries = join(folder, "debian/usr/lib/x86_64-linux-gnu");
  const loader = join(libraries, "ld-linux-x86-64.so.2");
  if (!existsSync(loader) && !(await fetchLibraries(join(folder, "debian")))) return null;
  const path = `${libraries}:/usr/lib/x86_64-linux-gnu`;
  const withLibraries = [loader, "--library-path", path, program];
  if (works(withLibraries)) return withLibraries;
  console.log("perf_analyzer is skipped: it does not start.");
  return null;
}

export const installAiperf = () => fromPyPI("aiperf", "aiperf==0.13.0");

/** Its environment takes 6 GB: it depends on PyTorch. */
export const installGuidellm = () => fromPyPI("guidellm", "guidellm==0.8.1");

async function fromPyPI(name: string, requirement: string): Promise<Tool> {
  const folder = join(cache, name);
  const program = join(folder, "bin", name);
  if (existsSync(program)) return [program];
  mkdirSync(cache, { recursive: true });
  const pip = ["-m", "pip", "install", "--quiet", requirement];
  return (await done(name, "python3", ["-m", "venv", folder])) &&
    (await done(name, join(folder, "bin/python"), pip))
    ? [program]
    : null;
}

/** From where the system has its own packages; nothing is installed. */
async function fetchLibraries(folder: string): Promise<boolean> {
  const asked = ["indextargets", "--format", "$(REPO_URI)", "Origin: Debian"];
  const { stdout } = spawnSync("apt-get", asked, { encoding: "utf8" });
  const repository = stdout?.split("\n")[0] ?? "";
  if (repository === "") {
    console.log(
      "perf_analyzer is skipped: it needs glibc 2.38, and there is no Debian repository.",
    );
    return false;
  }
  const state = join(folder, "apt");
  mkdirSync(join(state, "lists/partial"), { recursive: true });
  mkdirSync(join(state, "archives/partial"), { recursive: true });
  writeFileSync(join(state, "sources.list"), `deb ${repository} trixie main\n`);
  const apt = [
    `Dir::Etc::sourcelist=${state}/sources.list`,
    "Dir::Etc::sourceparts=-",
    `Dir::State::lists=${state}/lists`,
    `Dir::Cache=${state}`,
    "APT::Sandbox::User=root",
  ].map((option) => `-o ${option}`);
  const commands = [
    `cd '${folder}'`,
    `apt-get ${apt.join(" ")} -q update`,
    `apt-get ${apt.join(" ")} -q download libc6 libstdc++6 libgcc-s1`,
    "for each in *.deb; do dpkg -x $each .; done",
  ];
  const fetched = await done("perf_analyzer", "sh", ["-c", commands.join(" && ")]);
  rmSync(state, { recursive: true, force: true });
  return fetched;
}

function works([program = "", ...args]: readonly string[]): boolean {
  return spawnSync(program, [...args, "--version"], { timeout: 60_000 }).status === 0;
}

async function done(name: string, program: string, args: readonly string[]): Promise<boolean> {
  console.log(`Installing ${name}…`);
  const options = { quiet: true, timeoutMs: 30 * MINUTES };
  const code = await run(program, args, options).catch(({ message }: Error) => message);
  if (code !== 0)
    console.log(`${name} is skipped: '${program} ${args.join(" ")}' failed (${code}).`);
  return code === 0;
}
