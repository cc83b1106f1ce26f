import axe from "axe-core";
import { afterEach, expect, test } from "vitest";

import { rememberColors } from "./axe-colors.ts";

interface Color {
  parseString: (text: string) => Color;
  toJSON: () => object;
}
const { Color } = (axe as unknown as { commons: { color: { Color: new () => Color } } }).commons.color;
const { parseString } = Color.prototype;

afterEach(() => {
  Color.prototype.parseString = parseString;
  document.querySelector("#colors")?.remove();
});

test("a colour is read once, and what is remembered of it is the same in every notation", () => {
  const texts = [
    "rgb(1, 2, 3)",
    "rgba(1, 2, 3, 0.4)",
    "#abc",
    "#aabbccdd",
    "oklch(0.6 0.1 200)",
    "color(srgb 1 0.5 0)",
  ];
  const read = () => texts.map((text) => new Color().parseString(text).toJSON());
  const before = read();
  let reads = 0;
  Color.prototype.parseString = function (text: string) {
    reads++;
    return parseString.call(this, text);
  };
  rememberColors();
  for (const _ of [1, 2]) expect(read()).toEqual(before);
  expect(reads).toBe(texts.length);
  for (const _ of [1, 2]) expect(() => new Color().parseString("no colour")).toThrow(/no colour/);
});

test("a text without contrast is found wherever it stands, also where its colours are known", async () => {
  rememberColors();
  const faint = '<p style="color: #bbb; background: #fff">faint</p>';
  const clear = '<p style="color: #000; background: #fff">clear</p>';
  document.body.insertAdjacentHTML("beforeend", `<div id="colors">${faint}${clear}${faint}</div>`);
  for (const _ of [1, 2]) {
    const { violations } = await axe.run("#colors", { runOnly: ["color-contrast"] });
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([faint, faint]);
  }
});
