/** What is read from a page to judge it. Each function also runs in a page that it is sent to, so it uses nothing around it. */

/** Texts that are shown or read out, whole. */
export function shownTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest("script, style, noscript")) found.push(node.textContent?.trim() ?? "");
  }
  for (const name of ["aria-label", "placeholder", "title", "alt"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? "");
  }
  return [...found, document.title];
}

/** Text that is cut with an ellipsis is fine where the whole text is in a title or label. */
export function overflowingTexts(): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width + 1) {
    found.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${width} px`);
  }
  /** What is asked of an element and of all above it; texts have most of these in common, so each is looked at once. */
  interface Place {
    chain: Element[];
    isHidden: boolean;
    clip: { element: Element; overflowX: string } | undefined;
  }
  const places = new Map<Element, Place>();
  const placeOf = (element: Element): Place => {
    const known = places.get(element);
    if (known) return known;
    const above = element.parentElement ? placeOf(element.parentElement) : undefined;
    const { visibility, clipPath, clip, overflowX } = getComputedStyle(element);
    const { width: wide, height: high } = element.getBoundingClientRect();
    const clips = overflowX !== "visible";
    // What opens above the page stands in an element without a height of its own, and is seen.
    const hasNoRoom = (wide <= 1 || high <= 1) && clips;
    const place = {
      chain: [element, ...(above?.chain ?? [])],
      isHidden:
        above?.isHidden === true || visibility === "hidden" || clipPath !== "none" || clip !== "auto" || hasNoRoom,
      clip: clips ? { element, overflowX } : above?.clip,
    };
    places.set(element, place);
    return place;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const owner = node.parentElement;
    if (text === "" || !owner || owner.closest("script, style, noscript, svg, [aria-hidden='true']")) continue;
    const { chain, isHidden, clip } = placeOf(owner);
    if (isHidden || (clip && /auto|scroll/.test(clip.overflowX))) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // What is not drawn has no place.
    if (range.getClientRects().length === 0) continue;
    const box = range.getBoundingClientRect();
    const named = chain
      .slice(0, 3)
      .some((element) => element.hasAttribute("title") || element.hasAttribute("aria-label"));
    if (clip && clip.element !== document.body && clip.element !== document.documentElement) {
      const clipBox = clip.element.getBoundingClientRect();
      const cut = box.right > clipBox.right + 1 || box.left < clipBox.left - 1;
      if (cut && !named) found.push(`"${text}" is cut off`);
    } else if (box.right > width + 1 || box.left < -1) {
      found.push(`"${text}" reaches out of the window`);
    }
    const control = owner.closest("button, a, [role='tab'], [role='menuitem']");
    if (control && getComputedStyle(control).display !== "inline") {
      const edge = control.getBoundingClientRect();
      if ((box.right > edge.right + 1 || box.left < edge.left - 1) && !named)
        found.push(`"${text}" reaches out of its button`);
    }
  }
  return found;
}
