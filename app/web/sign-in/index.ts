export { readKey, readOrMakeKey } from "./console-key.ts";
export { CODE_LIFETIME_MS, mintCode } from "./sign-in-code.ts";
export { signInLink } from "./sign-in-link.ts";
