import { useTranslation } from "react-i18next";

import { EmptyState } from "../../../ui/empty-state.tsx";
import type { LaterTab } from "./container-tabs.ts";

/** Says honestly that a tab is not here yet, and what it will do. */
export function LaterTabNote({ tab }: { tab: LaterTab }) {
  const { t } = useTranslation("container");
  return (
    <div className="og-card">
      <EmptyState title={t("later.notice")} why={t(`later.${tab}`)} />
    </div>
  );
}
