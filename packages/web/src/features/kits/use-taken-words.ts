import { inForce } from "@offgrid/contract/kits/kit-differences";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { kitUnits } from "./kit-input.ts";
import type { KitChange } from "./kits.data.ts";

type Taken = KitChange["before"];

/** What is in force of what containers take from kits, in words. */
export function useTakenWords() {
  const { t } = useTranslation("kits");
  const locale = useLocale();
  const isDefault = (of: Taken, figure: keyof Taken) => of[figure] === null && inForce(of, figure) !== null;
  const value = (of: Taken, figure: keyof Taken) => {
    const counts = inForce(of, figure);
    return counts === null ? t("notSet") : formatQuantityText(counts, kitUnits[figure], locale);
  };
  /** Says so where nobody has set it. */
  const full = (of: Taken, figure: keyof Taken) =>
    isDefault(of, figure) ? t("default", { value: value(of, figure) }) : value(of, figure);
  return { value, isDefault, full };
}
