/** Takes whoever was refused to the first field that is marked as wrong, once the marks are drawn. */
export function focusWrong(within: HTMLElement | null): void {
  requestAnimationFrame(() => within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus());
}

/** Marks a field that shows what it cannot take: its form still holds what it took before. */
export function mistypedMark(isMistyped: boolean): { "data-mistyped"?: "" } {
  return isMistyped ? { "data-mistyped": "" } : {};
}

/**
 * Takes whoever would save to the first field that shows what it cannot take, since something else would be saved.
 * @returns Was there one?
 */
export function focusMistyped(within: HTMLElement | null): boolean {
  const field = within?.querySelector<HTMLElement>("[data-mistyped]");
  const folded = field?.closest("details");
  if (folded) folded.open = true;
  field?.focus();
  return field !== null && field !== undefined;
}
