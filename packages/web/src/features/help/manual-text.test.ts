import { describe, expect, test } from "vitest";

import { excerptOf, findSections, headingId, headingsOf, sectionsOf } from "./manual-text.ts";

const pages = [
  {
    slug: "battery",
    title: "La batterie",
    markdown:
      "Avant tout.\n\n## État de charge\n\nLe **niveau**, de 0 à 100 %.\n\n- Réserve\n- Pleine\n\n## Cellules\n\n| A | B |\n| - | - |\n| Écart | mV |\n",
  },
  {
    slug: "sun",
    title: "Le soleil",
    markdown: "## Panneaux\n\nÀ midi, l’`éclairement` <b>est</b> fort. Voir [état](/help/battery).",
  },
];
const sections = sectionsOf(pages);

describe("the manual", () => {
  test("is cut into sections, including lists and tables, without markup", () => {
    expect(sections.map(({ slug, id, title, text }) => [slug, id, title, text])).toEqual([
      ["battery", undefined, "La batterie", "Avant tout."],
      ["battery", "etat-de-charge", "État de charge", "Le niveau, de 0 à 100 %. Réserve Pleine"],
      ["battery", "cellules", "Cellules", "A B Écart mV"],
      ["sun", undefined, "Le soleil", ""],
      ["sun", "panneaux", "Panneaux", "À midi, l’éclairement est fort. Voir état."],
    ]);
    expect(headingsOf(pages[0]?.markdown ?? "")).toEqual([
      { id: "etat-de-charge", title: "État de charge" },
      { id: "cellules", title: "Cellules" },
    ]);
    expect(headingId("Ce que vous voyez !")).toBe("ce-que-vous-voyez");
  });

  test("is searched for all words typed, ignoring case and accents, with titles first", () => {
    const found = (query: string) => findSections(sections, query).map(({ title }) => title);
    expect(found("etat")).toEqual(["État de charge", "Panneaux"]);
    expect(found("ÉCLAIREMENT midi")).toEqual(["Panneaux"]);
    expect(found("ecart")).toEqual(["Cellules"]);
    expect(found("nothing of it")).toEqual([]);
    expect(found("  ")).toEqual([]);
  });

  test("shows the part of a section around the match", () => {
    const long = {
      slug: "x",
      pageTitle: "x",
      id: "x",
      title: "x",
      text: `${"mot ".repeat(80)}aiguille ${"foin ".repeat(80)}`,
    };
    const excerpt = excerptOf(long, "aiguille");
    expect(excerpt).toContain("aiguille");
    expect(excerpt.length).toBeLessThan(180);
    expect(excerpt.startsWith("… ")).toBe(true);
  });
});
