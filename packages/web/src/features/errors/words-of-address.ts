/** The words of the last part of an address, such as "lodwar clinic" of "/containers/lodwar-clinic"; none where it has none. */
export function wordsOfAddress(path: string): string {
  const last = path.split("/").filter(Boolean).at(-1) ?? "";
  return readable(last)
    .replaceAll(/[-_+.]+/g, " ")
    .trim()
    .slice(0, 128);
}

/** As people write it; what was wrongly encoded stays as it is. */
export function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
