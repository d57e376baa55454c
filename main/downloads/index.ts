export { Downloads, type TakenDownload } from "./downloads.ts";
export type { ZipEntry } from "./entry.ts";
