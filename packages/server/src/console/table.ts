/** Rows under their headings, in columns as wide as their widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [headings, ...rows].map(line).join("\n");
}

/** An instant to the minute, in UTC; a dash for none. */
export function shortTime(at: string | null): string {
  return at === null ? "-" : `${at.slice(0, 16).replace("T", " ")} UTC`;
}
