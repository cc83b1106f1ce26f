/** A text with plain spaces in place of those that do not break: what people see, and what tests compare. */
export function plainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}
