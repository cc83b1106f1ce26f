/** Where each text in French is. It comes with the first of them, since a page needs those of one language. */
export const files = import.meta.glob<Record<string, unknown>>(
  [
    "../core/i18n/*.fr.json",
    "../ui/**/*.fr.json",
    "../chart/**/*.fr.json",
    "../domain/**/*.fr.json",
    "../features/**/*.fr.json",
    "./shell/*.fr.json",
    "../../../contract/src/features/**/*.fr.json",
  ],
  { import: "default" },
);
