import { IconBatteryOff, IconHourglass } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "../../../ui/empty-state.tsx";

/** None was measured, or its history is still on its way while the present charge is known. */
export function NoCharge({ isMeasuredNow: isComing }: { isMeasuredNow: boolean }) {
  const { t } = useTranslation("seven-days");
  return isComing ? (
    <EmptyState title={t("coming")} why={t("comingWhy")} icon={<IconHourglass size={40} />} />
  ) : (
    <EmptyState title={t("none")} why={t("noneWhy")} icon={<IconBatteryOff size={40} />} />
  );
}
