import type axe from "axe-core";

interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
}
interface ColorsOfAxe {
  commons: { color: { Color: { prototype: Color & { parseString: (text: string) => Color } } } };
}

/**
 * Makes the axe of this page remember how it read a colour. A page has about ten of them, and axe would read each again for
 * every text that it measures, which is a quarter of its time. Also runs in a page that it is sent to, so it uses nothing
 * around it.
 */
export function rememberColors(): void {
  const { Color } = (window as unknown as { axe: typeof axe & ColorsOfAxe }).axe.commons.color;
  const read = Color.prototype.parseString;
  const known = new Map<string, Color>();
  Color.prototype.parseString = function (text) {
    const before = known.get(text);
    if (!before) {
      read.call(this, text);
      known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
      return this;
    }
    // They are setters, which know more than what is set.
    this.r = before.r;
    this.g = before.g;
    this.b = before.b;
    this.alpha = before.alpha;
    return this;
  };
}
