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
  const isHidden = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const { width: wide, height: high } = element.getBoundingClientRect();
    // What opens above the page stands in an element without a height of its own, and is seen.
    const hasNoRoom = (wide <= 1 || high <= 1) && style.overflowX !== "visible";
    return style.visibility === "hidden" || style.clipPath !== "none" || style.clip !== "auto" || hasNoRoom;
  };
  const ancestors = (element: Element): Element[] => {
    const chain: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) chain.push(at);
    return chain;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const owner = node.parentElement;
    if (text === "" || !owner || owner.closest("script, style, noscript, svg, [aria-hidden='true']")) continue;
    const chain = ancestors(owner);
    if (chain.some(isHidden)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const clip = chain.find((element) => getComputedStyle(element).overflowX !== "visible");
    const scrolls = clip && /auto|scroll/.test(getComputedStyle(clip).overflowX);
    if (scrolls) continue;
    const named = chain
      .slice(0, 3)
      .some((element) => element.hasAttribute("title") || element.hasAttribute("aria-label"));
    const clipBox = clip?.getBoundingClientRect();
    if (clip && clipBox && clip !== document.body && clip !== document.documentElement) {
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
