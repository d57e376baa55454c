/**
 * Location of a bundled program. A packaged application is one archive, from which neither
 * processes nor native libraries can start: those files are unpacked next to it.
 */
export function programUrl(file: string, from: string): URL {
  const url = new URL(file, from);
  url.pathname = url.pathname.replace(/\/app\.asar\//, "/app.asar.unpacked/");
  return url;
}
