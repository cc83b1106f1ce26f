import { locales } from "@offgrid/contract/core/constants";
import type { ReleaseNotes as Notes } from "@offgrid/contract/upgrades/upgrades.schema";

import { useLocale } from "../../ui/use-locale.ts";

/** What is new in a release, in the reader's language; where nobody has said it in that one, in another that is named. */
export function ReleaseNotes({ notes }: { notes: Notes }) {
  const own = useLocale();
  const language = [own, ...locales.map(({ code }) => code)].find((code) => notes[code] !== undefined);
  if (language === undefined) return null;
  if (language === own) return <>{notes[own]}</>;
  const name = new Intl.DisplayNames(own, { type: "language" }).of(language);
  return (
    <>
      <span lang={language}>{notes[language]}</span> ({name})
    </>
  );
}
