/** Takes whoever was refused to the first field that is marked as wrong, once the marks are drawn. */
export function focusWrong(within: HTMLElement | null): void {
  requestAnimationFrame(() => within?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus());
}
