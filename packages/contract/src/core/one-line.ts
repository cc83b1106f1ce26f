/** Control characters, line ends, and signs that turn the direction in which the text around them is read. */
const unruly = String.raw`\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069`;

/**
 * Of names and other texts of one line: no control characters and no line ends, so that a name can start neither a line
 * of a mail or file nor a value that another program would run, and none that reverse the order of what follows. A text
 * that is not empty has something to be seen: spaces of whatever kind alone would leave a gap where a name belongs.
 */
export const oneLine = new RegExp(
  String.raw`^(?:|(?=.*[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800])[^${unruly}]*)$`,
  "u",
);

/** Of texts of several lines: as `oneLine`, with line ends between. */
export const someLines = new RegExp(
  String.raw`^(?:|(?=[^]*[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800])(?:\n|[^${unruly}])*)$`,
  "u",
);

const allUnruly = new RegExp(`[${unruly}]`, "gu");

/** A name that came as it is, such as that of a file, without what names are refused for. */
export function plainName(text: string): string {
  return text.replaceAll(allUnruly, "");
}
