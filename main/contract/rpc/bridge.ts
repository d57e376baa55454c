/** Messages by which a page asks the shell's preload for a MessagePort to the host, and the preload asks the shell. */
export const BRIDGE_CONNECT = "batchdeck:connect";
/** The preload's answer to the page; the port comes with it. */
export const BRIDGE_PORT = "batchdeck:port";
