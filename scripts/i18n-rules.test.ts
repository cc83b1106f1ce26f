import { expect, test } from "vitest";

import { type TextFile, findTextFaults, flatten } from "./i18n-rules.ts";

function pair(namespace: string, en: unknown, fr: unknown): TextFile[] {
  return [
    { path: `${namespace}.en.json`, namespace, locale: "en", texts: flatten(en) },
    { path: `${namespace}.fr.json`, namespace, locale: "fr", texts: flatten(fr) },
  ];
}

const code = ['t("title")', "t(`state.${status}`)", 't("shared:action.retry")', 't("refusal.forbidden")'];

const nothing = { refusals: [], calls: [] };

test("texts that agree and are used give no faults", () => {
  const files = pair(
    "site",
    { title: "Title", state: { online: "Online" } },
    { title: "Titre", state: { online: "En ligne" } },
  );
  expect(findTextFaults(files, code, nothing)).toEqual([]);
});

test("a key that one language lacks is found", () => {
  const files = pair("site", { title: "Title" }, {});
  expect(findTextFaults(files, code, nothing)).toEqual([{ path: "site.fr.json", text: "lacks title" }]);
  const other = pair("site", {}, { title: "Titre" });
  expect(findTextFaults(other, code, nothing)).toEqual([{ path: "site.en.json", text: "lacks title" }]);
});

test("a key that nothing uses is found", () => {
  const files = pair("site", { old: "Old" }, { old: "Vieux" });
  expect(findTextFaults(files, code, nothing)).toEqual([{ path: "site.en.json", text: "old is used nowhere" }]);
  for (const other of ['t("old.more")', 't("very.old")', "t(`old${more}`)", "old"])
    expect(findTextFaults(files, [other], nothing)).toHaveLength(1);
  for (const use of ['t("old")', "['a','old']", 'is ? "x":"old"', "say('site:old')"])
    expect(findTextFaults(files, [use], nothing)).toEqual([]);
});

test("a long text that is the same in both languages, and other placeholders, are found", () => {
  const same = pair(
    "site",
    { title: "A sentence that nobody translated" },
    { title: "A sentence that nobody translated" },
  );
  expect(findTextFaults(same, code, nothing)).toHaveLength(1);
  const holes = pair("site", { title: "In {{count}} days" }, { title: "Dans {{days}} jours" });
  expect(findTextFaults(holes, code, nothing)).toHaveLength(1);
});

test("a singular that French would show for nothing too is found where it does not say its count", () => {
  const plural = { title_other: "{{count}} events" };
  const find = (en: string, fr: string) =>
    findTextFaults(
      pair("site", { title_one: en, ...plural }, { title_one: fr, title_other: "{{count}} événements" }),
      code,
      nothing,
    ).map(({ path }) => path);
  expect(find("{{count}} event", "{{count}} événement")).toEqual([]);
  expect(find("one event", "{{count, number}} événement")).toEqual([]);
  expect(find("1 event", "1 événement")).toEqual(["site.en.json", "site.fr.json"]);
  expect(find("one event", "un événement")).toEqual(["site.fr.json"]);
});

test("an apostrophe of a typewriter is found in French", () => {
  const find = (text: string) => findTextFaults(pair("site", { title: "Title" }, { title: text }), code, nothing);
  expect(find("Journal d’audit")).toEqual([]);
  expect(find("Journal d'audit")).toMatchObject([{ path: "site.fr.json" }]);
});

test("a unit that a line may part from its number is found in both languages", () => {
  const find = (en: string, fr: string) =>
    findTextFaults(pair("site", { title: en }, { title: fr }), code, nothing).map(({ path }) => path);
  expect(find("within 48\u{a0}h", "dans les 48\u{a0}h")).toEqual([]);
  expect(find("within {{hours}} h", "dans les {{hours}} h")).toEqual(["site.en.json", "site.fr.json"]);
  expect(find("2 sites of {{name}}", "{{name}} s’occupe de 2 sites")).toEqual([]);
});

test("a refusal without a sentence is found in both languages", () => {
  const files = pair("shared", { refusal: { forbidden: "No" } }, { refusal: { forbidden: "Non" } });
  expect(findTextFaults(files, code, { ...nothing, refusals: ["forbidden", "not_found"] })).toHaveLength(2);
});

test("a call without words for the audit log, and words of a call that is gone, are found in both languages", () => {
  const events = [
    "login_alert",
    "evidence_frozen",
    "ticket_mail_in",
    "backup_restored",
    "containers_imported",
    "correction_undone",
    "person_erased",
    "test_mail",
  ];
  const did = Object.fromEntries(["login", ...events].map((name) => [name, "x"]));
  const find = (words: Record<string, string>) =>
    findTextFaults(pair("audit", { did: words }, { did: words }), ["t(`did.${action}`)"], {
      ...nothing,
      calls: ["login", "auth/local/register"],
    }).map(({ path, text }) => `${path} ${text.split(":")[0]}`);
  expect(find({ ...did, "auth/local/register": "x" })).toEqual([]);
  expect(find(did)).toEqual([
    "audit.en.json lacks did.auth/local/register",
    "audit.fr.json lacks did.auth/local/register",
  ]);
  expect(find({ ...did, "auth/local/register": "x", oldCall: "x" })).toEqual([
    "audit.en.json did.oldCall names no call",
    "audit.fr.json did.oldCall names no call",
  ]);
});

test("a French text whose sign could begin a line is found, as is a quotation mark alone at the end of one", () => {
  const find = (fr: string) => findTextFaults(pair("site", { title: "Text" }, { title: fr }), code, nothing);
  for (const text of ["Prêt ?", "Attention ! Fini", "Groupe « nord\u00A0»", "«\u00A0nord »", "moins de 95 % du jour"]) {
    expect(find(text), text).toEqual([expect.objectContaining({ path: "site.fr.json" })]);
  }
  for (const text of ["Prêt\u00A0?", "«\u00A0nord\u00A0»", "Taper ?q=nord", "Lien :nord"]) {
    expect(find(text), text).toEqual([]);
  }
});

test("a quantity that has another French name on another screen is found", () => {
  const used = ['t("column")', 't("title")'];
  const files = [
    ...pair("site", { title: "Hours left" }, { title: "Autonomie" }),
    ...pair("list", { column: "Hours left" }, { column: "Heures restantes" }),
  ];
  expect(findTextFaults(files, used, nothing)).toEqual([
    { path: "list.fr.json", text: 'column is "Heures restantes", which is "Autonomie" elsewhere' },
  ]);
  const other = pair("list", { column: "Left" }, { column: "Heures restantes" });
  expect(findTextFaults([...files.slice(0, 2), ...other], used, nothing)).toEqual([]);
});

test("what gives a file and is not called Export is found in both languages; what is handed over as it is has its own name", () => {
  const used = ['t("title")', 't("save")', 't("take")'];
  const files = pair(
    "audit",
    { title: "Export", save: "Download as CSV" },
    { title: "Exporter", save: "Télécharger en CSV" },
  );
  const named = (given: readonly TextFile[]) =>
    findTextFaults(given, used, nothing).filter(({ text }) => text.includes("called"));
  expect(named(files)).toEqual(
    ["Download as CSV", "Télécharger en CSV"].map((text, index) => ({
      path: files[index]?.path,
      text: `save is "${text}" (what gives a file is called "Export", "Exporter")`,
    })),
  );
  const archive = pair("archive", { take: "Download the archive" }, { take: "Télécharger l’archive" });
  expect(named(archive)).toEqual([]);
});

test("texts of one name in two places are compared each with the file beside it, and a key that both have is found", () => {
  const files = (folder: string, texts: Record<string, string>) =>
    pair("site", texts, texts).map((file) => ({ ...file, path: `${folder}/${file.path}` }));
  const used = ['t("title")', 't("note")'];
  expect(
    findTextFaults([...files("contract", { note: "Note" }), ...files("web", { title: "Title" })], used, nothing),
  ).toEqual([]);
  const both = [...files("contract", { title: "Title" }), ...files("web", { title: "Title" })];
  expect(findTextFaults(both, used, nothing)).toEqual(
    ["en", "fr"].map((locale) => ({
      path: `web/site.${locale}.json`,
      text: `title is in contract/site.${locale}.json too`,
    })),
  );
});
