import { inflateSync } from "node:zlib";

/** What a PDF of our own has to read: its pages, and their text without spaces, which PDF leaves to where words stand. */
export function readPdf(pdf: Buffer): { pages: number; text: string } {
  const source = pdf.toString("latin1");
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)].map(([, id = "", body = ""]) => [id, body]),
  );
  const glyphs = new Map<string, readonly string[]>();
  for (const body of objects.values()) {
    for (const [, name = "", id = ""] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1] ?? "";
      glyphs.set(name, charactersOf(streamOf(objects.get(unicode) ?? "")));
    }
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
  const texts = pages.map((body) => {
    const id = /\/Contents (\d+) 0 R/.exec(body)?.[1] ?? "";
    return textOf(streamOf(objects.get(id) ?? ""), glyphs);
  });
  return { pages: pages.length, text: texts.join("").replaceAll(/\s/g, "") };
}

function streamOf(body: string): string {
  const bytes = /stream\n([^]*?)\nendstream/.exec(body)?.[1] ?? "";
  const raw = Buffer.from(bytes, "latin1");
  return (body.includes("/FlateDecode") ? inflateSync(raw) : raw).toString("latin1");
}

/** Characters of a font by the number of their glyph. */
function charactersOf(map: string): string[] {
  const listed = [...map.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[([^\]]*)\]/g)].map(([, list = ""]) => list).join(" ");
  return [...listed.matchAll(/<([0-9a-f ]*)>/g)].map(([, codes = ""]) =>
    String.fromCodePoint(
      ...codes
        .split(" ")
        .filter(Boolean)
        .map((code) => Number.parseInt(code, 16)),
    ),
  );
}

function textOf(content: string, glyphs: ReadonlyMap<string, readonly string[]>): string {
  let font: readonly string[] = [];
  let text = "";
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = glyphs.get(name) ?? [];
    for (const [, hex = ""] of (shown ?? "").matchAll(/<([0-9a-f]+)>/g))
      for (const code of hex.match(/.{4}/g) ?? []) text += font[Number.parseInt(code, 16)] ?? "";
  }
  return text;
}
