import type { ChartWarning, FillPattern, SeriesColor } from "./chart-series.ts";

/** Colours of a drawing as the canvas needs them. */
export interface PlotColors {
  text: string;
  muted: string;
  grid: string;
  night: string;
  surface: string;
  works: string;
  series: Record<SeriesColor, string>;
  warnings: Record<ChartWarning["level"], string>;
}

/** Reads the tokens as they hold at this moment for an element. */
export function readPlotColors(element: Element): PlotColors {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--og-${name}`).trim();
  return {
    text: token("text"),
    muted: token("muted"),
    grid: token("chart-grid"),
    night: token("night"),
    surface: token("surface"),
    works: token("works"),
    series: {
      solar: token("solar"),
      load: token("load"),
      "battery-out": token("battery-out"),
      "battery-in": token("battery-in"),
      generator: token("generator"),
      soc: token("soc"),
      muted: token("muted"),
      info: token("info"),
      "compare-1": token("compare-1"),
      "compare-2": token("compare-2"),
      "compare-3": token("compare-3"),
      "compare-4": token("compare-4"),
    },
    warnings: { critical: token("critical"), warning: token("warning"), info: token("info-mark") },
  };
}

const tilePx = 8;

/** A fill in a colour with its pattern cut out of it in the ground's colour. */
export function patternFill(
  target: CanvasRenderingContext2D,
  color: string,
  ground: string,
  pattern: FillPattern,
): string | CanvasPattern {
  if (pattern === "solid") return color;
  return tileFill(target, tilePx, (tile, size) => {
    tile.fillStyle = color;
    tile.fillRect(0, 0, size, size);
    tile.strokeStyle = ground;
    tile.fillStyle = ground;
    tile.lineWidth = size / 6;
    tile.beginPath();
    if (pattern === "dots") {
      tile.arc(size / 2, size / 2, size / 6, 0, 2 * Math.PI);
      tile.fill();
    } else if (pattern === "lines") {
      tile.moveTo(0, size / 2);
      tile.lineTo(size, size / 2);
      tile.stroke();
    } else {
      slant(tile, size, pattern === "rising");
    }
  });
}

/** Whether drawings are for paper: browsers leave out of a printed page, or of its PDF, whatever a tile fills. */
export function isOnPaper(): boolean {
  return matchMedia("print").matches;
}

/** For paper, the same pattern as lines or dots of their own, over all of a shape within a box; both in canvas pixels. */
export function drawPattern(
  target: CanvasRenderingContext2D,
  shape: Path2D,
  box: { left: number; top: number; width: number; height: number },
  ground: string,
  pattern: Exclude<FillPattern, "solid">,
): void {
  const size = tileSize(tilePx);
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const marks = new Path2D();
  if (pattern === "dots") {
    for (let y = box.top; y < bottom; y += size)
      for (let x = box.left; x < right; x += size) {
        marks.moveTo(x + size / 6, y);
        marks.arc(x, y, size / 6, 0, 2 * Math.PI);
      }
  } else if (pattern === "lines") {
    for (let y = box.top; y < bottom; y += size) {
      marks.moveTo(box.left, y);
      marks.lineTo(right, y);
    }
  } else {
    const [fromY, toY] = pattern === "rising" ? [bottom, box.top] : [box.top, bottom];
    for (let x = box.left - box.height; x < right; x += size) {
      marks.moveTo(x, fromY);
      marks.lineTo(x + box.height, toY);
    }
  }
  target.save();
  target.clip(shape);
  target.fillStyle = ground;
  target.strokeStyle = ground;
  target.lineWidth = size / 6;
  if (pattern === "dots") target.fill(marks);
  else target.stroke(marks);
  target.restore();
}

/** Slanted lines on no ground of their own, for what lies behind the series. */
export function hatchFill(target: CanvasRenderingContext2D, color: string): string | CanvasPattern {
  return tileFill(target, tilePx, (tile, size) => {
    tile.strokeStyle = color;
    tile.globalAlpha = 0.45;
    tile.lineWidth = size / 8;
    tile.beginPath();
    slant(tile, size, true);
  });
}

/** Drawn three times, so that the corners of the tile join. */
function slant(tile: CanvasRenderingContext2D, size: number, isRising: boolean): void {
  for (const shift of [-size, 0, size]) {
    const [fromY, toY] = isRising ? [size, 0] : [0, size];
    tile.moveTo(shift - 1, fromY + (isRising ? 1 : -1));
    tile.lineTo(shift + size + 1, toY + (isRising ? -1 : 1));
  }
  tile.stroke();
}

function tileFill(
  target: CanvasRenderingContext2D,
  sizePx: number,
  draw: (tile: CanvasRenderingContext2D, size: number) => void,
): string | CanvasPattern {
  const size = tileSize(sizePx);
  const tile = document.createElement("canvas");
  tile.width = size;
  tile.height = size;
  const context = tile.getContext("2d");
  if (!context) return "transparent";
  draw(context, size);
  return target.createPattern(tile, "repeat") ?? "transparent";
}

/** In canvas pixels. */
function tileSize(sizePx: number): number {
  return sizePx * Math.max(1, Math.round(devicePixelRatio));
}
