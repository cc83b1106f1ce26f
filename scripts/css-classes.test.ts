import { expect, test } from "vitest";

import { composedIn, unsetIn, unusedGlobals, unusedIn } from "./css-classes.ts";

const css = `
/* .spoken of only */
.frame { composes: base og-row from global; composes: base; padding: 1.5rem; }
.base { margin: 0 }
.frame:global(.u-over) .left[data-x] > svg, .right:hover { color: red }
@media (max-width: 4px) { .narrow { margin: 0 } }
`;

test("a class that no source uses is found, wherever its rules stand", () => {
  const source = 'import styles from "../a.module.css";\n<p className={`${styles.frame} ${styles["left"]}`} />';
  expect(unusedIn("a.module.css", css, [source])).toEqual(["right", "narrow"]);
  expect(unusedIn("a.module.css", css, [])).toEqual(["frame", "left", "right", "narrow"]);
});

test("sheets of other names and names that are computed are not taken for its own", () => {
  const other = 'import styles from "./b.module.css";\nstyles.right;';
  const computed = 'import looks from "./a.module.css";\nlooks[state];';
  expect(unusedIn("a.module.css", css, [other])).toContain("right");
  expect(unusedIn("a.module.css", css, [other, computed])).toEqual([]);
});

test("a global class is used by a source or another sheet, and not by the beginning of another's name", () => {
  const base = ".og-row { display: flex } .og-row-end { margin: 0 } .og-old { margin: 0 } .mantine-x { margin: 0 }";
  expect(unusedGlobals(base, [css], ['<p className="og-row-end" />'])).toEqual(["og-old"]);
  expect(unusedGlobals(base, [], ['<p className="og-row-end" />'])).toEqual(["og-row", "og-old"]);
});

test("what a rule takes from another sheet is told apart from what it takes from its own or a global one", () => {
  const more = '.track { composes: bar wide from "../bar.module.css"; } /* composes: spoken from "of" */';
  expect(composedIn(css + more)).toEqual({ own: ["base"], global: ["base", "og-row"], other: ["bar", "wide"] });
});

test("a property that nothing sets is found, wherever it is used", () => {
  const sheet = ":root { --og-text: #111; } .a { color: var(--og-text); --og-gap : 4px } .b { gap: var(--og-gap) }";
  const source =
    'style={{ "--og-share": share, color: "var(--og-muted)", width: "var(--og-share)", height: "var(--og-gap)" }}';
  expect(unsetIn([sheet, source])).toEqual(["--og-muted"]);
});
