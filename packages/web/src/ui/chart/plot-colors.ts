import type { FillPattern, SeriesColor } from "./chart-series.ts";

/** Colours of a drawing as the canvas needs them. */
export interface PlotColors {
  text: string;
  muted: string;
  grid: string;
  night: string;
  surface: string;
  series: Record<SeriesColor, string>;
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
    series: {
      solar: token("solar"),
      load: token("load"),
      "battery-out": token("battery-out"),
      "battery-in": token("battery-in"),
      generator: token("generator"),
      soc: token("soc"),
      muted: token("muted"),
      info: token("info"),
    },
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
  const size = tilePx * Math.max(1, Math.round(devicePixelRatio));
  const tile = document.createElement("canvas");
  tile.width = size;
  tile.height = size;
  const draw = tile.getContext("2d");
  if (!draw) return color;
  draw.fillStyle = color;
  draw.fillRect(0, 0, size, size);
  draw.strokeStyle = ground;
  draw.fillStyle = ground;
  draw.lineWidth = size / 6;
  draw.beginPath();
  if (pattern === "dots") {
    draw.arc(size / 2, size / 2, size / 6, 0, 2 * Math.PI);
    draw.fill();
  } else {
    // Drawn three times, so that the corners of the tile join.
    for (const shift of [-size, 0, size]) {
      const [fromY, toY] = pattern === "rising" ? [size, 0] : [0, size];
      draw.moveTo(shift - 1, fromY + (pattern === "rising" ? 1 : -1));
      draw.lineTo(shift + size + 1, toY + (pattern === "rising" ? -1 : 1));
    }
    draw.stroke();
  }
  return target.createPattern(tile, "repeat") ?? color;
}
