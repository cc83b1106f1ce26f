import { createRequire } from "node:module";

import type { TDocumentDefinitions, TFontDictionary } from "pdfmake/interfaces";

import type { ReportContent } from "./report-content.ts";
import { pdfDefinition, type PdfLook } from "./pdf-definition.ts";

/** What is done in a process of its own (`file-reader.ts`), since laying out a long document takes a core for a second. */
export const pdfWork = {
  makePdf: async ({ content, look }: { content: ReportContent; look: PdfLook }): Promise<Uint8Array> =>
    render(pdfDefinition(content, look)),
};

let prepared: Promise<typeof import("pdfmake")> | undefined;

/** Loaded with the first document, since a reader of files need not have it. It reads its own fonts, and nothing else. */
async function pdfmake(): Promise<typeof import("pdfmake")> {
  const { default: library } = (await import("pdfmake")) as unknown as { default: typeof import("pdfmake") };
  const { Roboto } = createRequire(import.meta.url)("pdfmake/fonts/Roboto.js") as { Roboto: TFontDictionary[string] };
  library.setFonts({ Roboto });
  library.setUrlAccessPolicy(() => false);
  const own = new Set<unknown>(Object.values(Roboto));
  library.setLocalAccessPolicy((path) => own.has(path));
  return library;
}

async function render(definition: TDocumentDefinitions): Promise<Uint8Array> {
  prepared ??= pdfmake();
  const library = await prepared;
  return library.createPdf(definition).getBuffer();
}
