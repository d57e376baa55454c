/** The page asks its preload for a port, and the preload the main process, in these words (renderer/connect.ts). */
export const CONNECT = "batchdeck:connect";
/** Comes with the page's end of the channel. */
export const PORT = "batchdeck:port";
