// The engine as a process of its own; `serve` of the command line runs the same.
import process from "node:process";
import { serveAsProcess } from "./serving/process-io.ts";
import { argumentsFromParent } from "./serving/standby.ts";
import { STANDBY_FLAG } from "./standby-message.ts";

const args = process.argv.slice(2);
const onStandby = args[0] === STANDBY_FLAG && process.connected;
process.exitCode = await serveAsProcess(onStandby ? await argumentsFromParent() : args);
