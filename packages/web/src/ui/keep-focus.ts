/**
 * Browsers drop the focus of what is disabled while it works, or is taken away by what it did: whoever works by keyboard
 * would begin at the top of the page again. From now on the focus comes back to it, or goes to what stood around it.
 * @returns Takes it back.
 */
export function keepFocus(): () => void {
  let last: HTMLElement | undefined;
  let around: readonly HTMLElement[] = [];
  let before: readonly HTMLElement[] = [];
  let isPlanned = false;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    // A dialog goes away as a whole: then it is what stood around the button that opened it.
    if (!last || !around.some((one) => one.contains(target))) before = around;
    last = target;
    around = ancestorsOf(target);
  };
  // Whoever presses on nothing, or leaves a field on purpose, wants no focus.
  const onLeave = ({ target, relatedTarget }: FocusEvent) => {
    if (target !== last || relatedTarget !== null || !document.hasFocus()) return;
    // What is being taken away is still there while it says so.
    queueMicrotask(() => {
      if (target === last && last?.isConnected && !isDisabled(last)) last = undefined;
    });
  };
  const onPress = ({ target }: PointerEvent) => {
    if (target instanceof Node && !last?.contains(target)) last = undefined;
  };
  const bringBack = () => {
    isPlanned = false;
    if (!last) return;
    const { activeElement } = document;
    // Some browsers call a disabled button the one that has the focus, which yet hears no key.
    if (activeElement !== document.body && !(activeElement === last && isDisabled(last))) return;
    if (last.isConnected && !isDisabled(last)) last.focus({ preventScroll: true });
    else if (!last.isConnected || !last.hasAttribute("data-loading")) focusAround([...around, ...before]);
  };
  const observer = new MutationObserver(() => {
    if (!last || isPlanned) return;
    isPlanned = true;
    // Whatever asks for the focus itself comes first.
    requestAnimationFrame(() => setTimeout(bringBack));
  });

  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onLeave);
  document.addEventListener("pointerdown", onPress);
  const attributes = { attributes: true, attributeFilter: ["disabled", "data-loading"] };
  observer.observe(document.body, { subtree: true, childList: true, ...attributes });
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onLeave);
    document.removeEventListener("pointerdown", onPress);
  };
}

const isDisabled = (element: HTMLElement) => element.matches(":disabled");

/** Up to the main part of the page, which gets the focus of whoever comes to it. */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element.parentElement; one && !one.matches("main, body, #root"); one = one.parentElement)
    found.push(one);
  return found;
}

function focusAround(around: readonly HTMLElement[]): void {
  const near = around.find((one) => one.isConnected);
  if (!near) return;
  if (!near.hasAttribute("tabindex")) near.tabIndex = -1;
  near.focus({ preventScroll: true });
}
