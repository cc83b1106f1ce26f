/** Where each text in English is. It comes with the first of them, since a page needs those of one language. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    "../core/i18n/*.en.json",
    "../ui/**/*.en.json",
    "../chart/**/*.en.json",
    "../domain/**/*.en.json",
    "../features/**/*.en.json",
    "./shell/*.en.json",
    "../../../contract/src/features/**/*.en.json",
  ],
  { import: "default" },
);
