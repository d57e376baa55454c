/** In these words a page asks the desktop shell for a MessagePort to the host, and the shell's preload the shell. */
export const BRIDGE_CONNECT = "batchdeck:connect";
/** The preload's answer to the page; the port comes with it. */
export const BRIDGE_PORT = "batchdeck:port";
