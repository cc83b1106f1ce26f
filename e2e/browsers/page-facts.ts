/** What is looked at in a page of any browser. The function runs there, whole. */
export interface PageFacts {
  path: string;
  language: string;
  /** The page's title, once there is one and nothing is waited for any more. */
  title: string | undefined;
  /** Pixels that the page is wider than its window. */
  tooWidePx: number;
  charts: number;
  /** Charts in which nothing is drawn. */
  emptyCharts: number;
  /** Maps that are drawn, or say in a sentence that they cannot be. */
  maps: number;
}

/** @param noMap What a browser says that cannot draw maps. */
export function pageFacts(noMap: string): PageFacts {
  const root = document.documentElement;
  const titles = [...document.querySelectorAll("h1")].filter((title) => title.getClientRects().length > 0);
  const isBusy = document.querySelector("[aria-busy='true'], .mantine-Skeleton-root") !== null;
  const canvases = [...document.querySelectorAll<HTMLCanvasElement>(".uplot canvas")];
  const isEmpty = (canvas: HTMLCanvasElement) => {
    if (canvas.width === 0 || canvas.height === 0) return true;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    return !data.some((value) => value !== 0);
  };
  return {
    path: location.pathname + location.search,
    language: root.lang,
    title: titles.length === 1 && !isBusy ? (titles[0]?.textContent ?? undefined) : undefined,
    tooWidePx: root.scrollWidth - root.clientWidth,
    charts: canvases.length,
    emptyCharts: canvases.filter(isEmpty).length,
    maps: document.querySelectorAll("canvas.maplibregl-canvas").length + (root.textContent.includes(noMap) ? 1 : 0),
  };
}

/** Marks the field of a label, so that it can be clicked. @returns a selector of it; undefined: there is none. */
export function markField(label: string): string | undefined {
  for (const old of document.querySelectorAll("[data-marked]")) old.removeAttribute("data-marked");
  const labels = [...document.querySelectorAll("label")].filter(
    ({ textContent }) => textContent.replace("*", "").trim() === label,
  );
  const field = labels.map((found) => found.control).find((control) => control !== null);
  field?.setAttribute("data-marked", "");
  return field ? "[data-marked]" : undefined;
}

/** The same for a button, by its words or its name. */
export function markButton(name: string): string | undefined {
  for (const old of document.querySelectorAll("[data-marked]")) old.removeAttribute("data-marked");
  const button = [...document.querySelectorAll("button")].find(
    (one) => one.getAttribute("aria-label") === name || one.textContent.trim() === name,
  );
  button?.setAttribute("data-marked", "");
  return button ? "[data-marked]" : undefined;
}
