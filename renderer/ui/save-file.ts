interface FileToSave {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: string | Blob;
}

/** Downloads a file. */
export function saveFile({ fileName, mediaType, content }: FileToSave): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
