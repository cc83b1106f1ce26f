import type { KeyboardEvent } from "react";

/**
 * Enter in a field with a list chooses what is marked there, or else the first that was found for what was typed.
 * The list's own Enter goes by a position that is lost when the list opens or its content arrives after the typing.
 * For `wrapperProps` of a searchable `Select`.
 */
export const chooseByEnter = {
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
    const field = event.target;
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return;
    const list = document.getElementById(field.getAttribute("aria-controls") ?? "");
    const marked = list?.querySelector<HTMLElement>("[data-combobox-selected]");
    const isSearch = field.value !== "" && !list?.querySelector("[data-combobox-active]");
    const found = marked ?? (isSearch ? list?.querySelector<HTMLElement>("[role=option]:not([aria-disabled])") : null);
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    found.click();
  },
};
