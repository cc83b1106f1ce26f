import type { FormEvent, KeyboardEvent, SyntheticEvent } from "react";

/** What was typed into a field since it was entered: what else stands there, such as what is chosen, is no search. */
const typed = new WeakMap<EventTarget, string>();

const isSearch = (field: HTMLInputElement) => field.value !== "" && typed.get(field) === field.value;

/** What is chosen is replaced by what is typed over it, and not added to. */
function selectChosen({ target: field }: SyntheticEvent<HTMLElement>) {
  if (field instanceof HTMLInputElement && !field.readOnly && !isSearch(field)) field.select();
}

/** Behind what was just chosen, which nobody adds a letter to. */
function selectBeforeTyping(event: SyntheticEvent<HTMLElement>) {
  const { target: field } = event;
  if (field instanceof HTMLInputElement && field.selectionStart === field.value.length) selectChosen(event);
}

/**
 * Enter in a field with a list chooses what is marked there, or else the first that was found for what was typed.
 * The list's own Enter goes by a position that is lost when the list opens or its content arrives after the typing.
 * Entering a field selects what is chosen there, so that a search can be typed over it.
 * The `wrapperProps` of every `Select`, by the theme.
 */
export const chooseByEnter = {
  onInputCapture: ({ target }: FormEvent<HTMLElement>) =>
    target instanceof HTMLInputElement && void typed.set(target, target.value),
  onBlurCapture: (event: FormEvent<HTMLElement>) => void typed.delete(event.target),
  onFocusCapture: selectChosen,
  onClickCapture: selectChosen,
  onBeforeInputCapture: selectBeforeTyping,
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
    const field = event.target;
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return;
    const list = document.getElementById(field.getAttribute("aria-controls") ?? "");
    const marked = list?.querySelector<HTMLElement>("[data-combobox-selected]");
    const isSought = isSearch(field) && !list?.querySelector("[data-combobox-active]");
    const found = marked ?? (isSought ? list?.querySelector<HTMLElement>("[role=option]:not([aria-disabled])") : null);
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    typed.delete(field);
    found.click();
  },
};
