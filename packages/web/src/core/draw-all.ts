const askedFor = "offgrid:draw-all";

/** Has all that a page puts off drawn now, be it out of view or waiting for an idle moment: a sheet of paper has neither. */
export function drawAll(): void {
  window.dispatchEvent(new Event(askedFor));
}

/** @returns what ends it. */
export function onDrawAll(draw: () => void): () => void {
  // Whoever prints by the browser's menu is told too, though what has to be fetched then comes too late.
  const events = [askedFor, "beforeprint"];
  for (const name of events) window.addEventListener(name, draw);
  return () => {
    for (const name of events) window.removeEventListener(name, draw);
  };
}
