import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

/** Parts of the first screens, by the names of their chunks and of what the server calls them. */
const wanted: Readonly<Record<string, string>> = {
  base: "frame",
  frame: "frame",
  parts: "dashboard",
  incidents: "dashboard",
  chart: "dashboard",
  dashboard: "dashboard",
  plot: "dashboard",
  "texts-en": "en",
  "texts-fr": "fr",
};

/** What draws the chart: nothing of the first picture waits for it, so it gives way to what that needs. */
const mayWait = new Set(["plot"]);

/**
 * Names parts of the first screens in the page itself, so that they come together with the program in place of after it.
 * The server leaves those out that an address does not need (`data-ahead`).
 */
export function ahead(): Plugin {
  return {
    name: "offgrid-ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === "chunk");
        // In the order of the list, which is that of their styles.
        return Object.entries(wanted).flatMap(([name, group]) => {
          const chunk = chunks.find((one) => one.name === name);
          if (!chunk) throw new Error(`There is no part ${name} to load ahead.`);
          return tagsOf(chunk, group, mayWait.has(name));
        });
      },
    },
  };
}

function tagsOf(
  { fileName, viteMetadata }: Rolldown.OutputChunk,
  group: string,
  givesWay: boolean,
): HtmlTagDescriptor[] {
  const link = (file: string, attributes: Record<string, string>): HtmlTagDescriptor => ({
    tag: "link",
    injectTo: "head",
    attrs: { ...attributes, crossorigin: "", href: `/${file}`, "data-ahead": group },
  });
  return [
    link(fileName, { rel: "modulepreload", nonce: "__CSP_NONCE__", ...(givesWay && { fetchpriority: "low" }) }),
    // No preloads: browsers complain of those that are not used, as for people who are sent to the sign-in.
    ...[...(viteMetadata?.importedCss ?? [])].map((file) => link(file, { rel: "stylesheet" })),
  ];
}
