// The chat double in a process of its own: `chat-process.ts PREFILL_MS DECODE_MS`.
import { startChatServer } from "../../main/lab/testing/chat-server.ts";

const [prefillMs = 40, decodeMs = 10] = process.argv.slice(2).map(Number);
const server = await startChatServer({ prefillMs, decodeMs, blockTokens: 0 });
process.send?.({ address: server.address });
process.once("disconnect", () => process.exit(0));
