import { kindsOf } from "@offgrid/contract/devices/output-kinds";
import { useTranslation } from "react-i18next";

import type { TabProps } from "../tabs/container-tabs.ts";

/** What other containers have to be set up, in one line. */
export function HasNone({ capabilities }: Pick<TabProps["info"], "capabilities">) {
  const { t } = useTranslation("configuration");
  const kinds = kindsOf(capabilities);
  const lacking = (["street_light", "ac", "phase"] as const).filter((kind) => !kinds.includes(kind));
  // Of a controller that has said nothing yet, nobody knows.
  if (capabilities.length === 0 || lacking.length === 0) return null;
  return (
    <p className="og-note">{t("hasNone.line", { things: lacking.map((kind) => t(`hasNone.${kind}`)).join(", ") })}</p>
  );
}
