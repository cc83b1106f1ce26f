import { useTranslation } from "react-i18next";

import { browserZone } from "../../ui/use-locale.ts";
import { zonesApart } from "./zones-apart.ts";

/** Whose clocks times are by, where those show another time than the reader's; undefined: they show the same. */
export function useZoneNote(now: number): (zoneName: string) => string | undefined {
  const { t } = useTranslation("container-facts");
  return (zoneName) =>
    zonesApart([{ zoneName }], browserZone, now).length > 0 ? t("times", { zone: zoneName }) : undefined;
}
