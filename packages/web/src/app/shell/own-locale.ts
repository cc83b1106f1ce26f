import type { LocaleCode } from "@offgrid/contract/core/constants";

import { call } from "../../core/api/call.ts";
import { readSession } from "../../core/api/session-cookies.ts";
import { chooseLocale } from "../../core/i18n/locale.ts";

/** Of whoever is signed in it is the language of the portal's messages too, as the profile says. */
export function chooseOwnLocale(language: LocaleCode): void {
  chooseLocale(language, () => {
    if (readSession()) void call("saveUserAccount", { language }, { outlivesPage: true }).catch(() => undefined);
  });
}
