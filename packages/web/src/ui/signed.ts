/** With its plus as well, which numbers are written without; what rounds to 0 has no sign. */
export function signed(value: number, text: string): string {
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}
