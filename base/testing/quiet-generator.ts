// The load generator on a double of a quiet machine.
import "./quiet-machine.mjs";
import { generatorProgram } from "./program-files.ts";

await import(generatorProgram.href);
