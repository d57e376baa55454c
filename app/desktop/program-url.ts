/**
 * Where a bundled program lies on disk. Packaged, the sources are one archive, from which neither a process nor
 * a native library starts: those files lie unpacked next to it.
 */
export function programUrl(file: string, from: string): URL {
  const url = new URL(file, from);
  url.pathname = url.pathname.replace(/\/app\.asar\//, "/app.asar.unpacked/");
  return url;
}
