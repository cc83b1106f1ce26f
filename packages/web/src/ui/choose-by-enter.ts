import type { FormEvent, KeyboardEvent } from "react";

/** Fields in which something was typed since they were entered: what else stands there is no search. */
const searched = new WeakSet<EventTarget>();

/**
 * Enter in a field with a list chooses what is marked there, or else the first that was found for what was typed.
 * The list's own Enter goes by a position that is lost when the list opens or its content arrives after the typing.
 * The `wrapperProps` of every `Select`, by the theme.
 */
export const chooseByEnter = {
  onInputCapture: (event: FormEvent<HTMLElement>) => void searched.add(event.target),
  onBlurCapture: (event: FormEvent<HTMLElement>) => void searched.delete(event.target),
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
    const field = event.target;
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return;
    const list = document.getElementById(field.getAttribute("aria-controls") ?? "");
    const marked = list?.querySelector<HTMLElement>("[data-combobox-selected]");
    const isSearch = searched.has(field) && field.value !== "" && !list?.querySelector("[data-combobox-active]");
    const found = marked ?? (isSearch ? list?.querySelector<HTMLElement>("[role=option]:not([aria-disabled])") : null);
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    searched.delete(field);
    found.click();
  },
};
