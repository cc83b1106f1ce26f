import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

/** Parts of the first screens, by the names of their chunks and of what the server calls them. */
const wanted: Readonly<Record<string, string>> = {
  base: "frame",
  frame: "frame",
  parts: "dashboard",
  dashboard: "dashboard",
  plot: "dashboard",
  "texts-en": "en",
  "texts-fr": "fr",
};

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
        for (const name of Object.keys(wanted))
          if (!chunks.some((chunk) => chunk.name === name)) throw new Error(`There is no part ${name} to load ahead.`);
        return chunks.flatMap(tagsOf);
      },
    },
  };
}

function tagsOf({ name, fileName, viteMetadata }: Rolldown.OutputChunk): HtmlTagDescriptor[] {
  const group = wanted[name];
  if (group === undefined) return [];
  const link = (file: string, attributes: Record<string, string>): HtmlTagDescriptor => ({
    tag: "link",
    injectTo: "head",
    attrs: { ...attributes, href: `/${file}`, "data-ahead": group },
  });
  return [
    link(fileName, { rel: "modulepreload", crossorigin: "", nonce: "__CSP_NONCE__" }),
    ...[...(viteMetadata?.importedCss ?? [])].map((file) =>
      link(file, { rel: "preload", as: "style", crossorigin: "" }),
    ),
  ];
}
