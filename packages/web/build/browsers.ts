/**
 * The oldest browsers that the portal is built for and tested with; docs/decisions/0049-browsers.md has the reasons.
 * README.md names the same ones, and so does the note that older browsers show.
 */
export const oldestBrowsers = { chrome: "111", edge: "111", firefox: "121", safari: "16.4" } as const;

/** The same as the build takes them. */
export const buildTarget = Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`);
