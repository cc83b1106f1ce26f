import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

/** Values of one scheme by their name without the prefix. */
function tokensOf(scheme: "light" | "dark"): Record<string, string> {
  const block = new RegExp(`color-scheme="${scheme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  return Object.fromEntries(
    Array.from(block.matchAll(/--og-([a-z0-9-]+): (#[0-9a-f]{6});/g), ([, name, hex]) => [name!, hex!]),
  );
}

function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

const each = ([x, y, z]: Triple, of: (value: number) => number): Triple => [of(x), of(y), of(z)];

/** OKLab of a linear sRGB colour; B. Ottosson, "A perceptual color space for image processing" (2020). */
function okLab(rgb: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    each(cones, Math.cbrt),
  );
}

/** Colour vision at severity 1 on linear sRGB; G. Machado et al., IEEE Trans. Vis. Comput. Graph. 15 (2009). */
const visions: Record<string, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  tritanope: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function distance(one: string, other: string, vision: Matrix): number {
  const seen = (hex: string) => okLab(each(times(vision, linear(hex)), (value) => Math.min(1, Math.max(0, value))));
  const [a, b] = [seen(one), seen(other)];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Contrast ratio by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

// Just offline and warning share a colour on purpose; works is an outline that always carries its word.
const status = ["online", "just-offline", "offline", "critical", "info-mark"];
const energy = ["solar", "load", "battery-out", "battery-in", "generator", "soc"];
const compared = ["compare-1", "compare-2", "compare-3", "compare-4"];

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  const tokens = tokensOf(scheme);

  test.each([
    ["status", status],
    ["energy", energy],
    ["compared", compared],
  ])("every pair of %s colours can be distinguished with every kind of colour vision", (_group, names) => {
    for (const [visionName, vision] of Object.entries(visions)) {
      for (const [index, one] of names.entries()) {
        for (const other of names.slice(index + 1)) {
          const apart = distance(tokens[one]!, tokens[other]!, vision);
          expect(apart, `${one} and ${other}, ${visionName}`).toBeGreaterThanOrEqual(11);
        }
      }
    }
  });

  test.each([...status, ...energy, ...compared, "warning", "works", "border-strong", "focus"])(
    "the mark %s has 3:1 on surface",
    (name) => {
      expect(contrast(tokens[name]!, tokens.surface!)).toBeGreaterThanOrEqual(3);
    },
  );

  test.each([...energy, ...compared])("the series %s has 3:1 on the night band", (name) => {
    expect(contrast(tokens[name]!, tokens.night!)).toBeGreaterThanOrEqual(3);
  });

  test.each(["text", "muted", "link", "accent", "danger", "amber", "info", "critical-text"])(
    "text in %s has 4.5:1 on surface, surface-2 and canvas",
    (name) => {
      for (const ground of ["surface", "surface-2", "canvas"]) {
        expect(contrast(tokens[name]!, tokens[ground]!), ground).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test("white has 4.5:1 on fills, and so has text on the selected background", () => {
    for (const fill of ["primary", "primary-hover", "danger-fill"]) {
      expect(contrast("#ffffff", tokens[fill]!), fill).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(tokens.text!, tokens["primary-soft"]!)).toBeGreaterThanOrEqual(4.5);
  });
});

test("both schemes name the same tokens", () => {
  expect(Object.keys(tokensOf("light"))).toEqual(Object.keys(tokensOf("dark")));
  expect(Object.keys(tokensOf("light")).length).toBe(40);
});
