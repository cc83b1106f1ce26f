import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { config } from "../../core/config.ts";
import { LanguageSelect } from "./language-select.tsx";

/** The side menu on a phone, with the choice of language. */
export function MenuDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation("shell");
  return (
    <Drawer
      opened
      onClose={onClose}
      title={config.portalName}
      size={300}
      padding="sm"
      closeButtonProps={{ "aria-label": t("close_menu") }}
    >
      <nav aria-label={t("main_menu")}>{children}</nav>
      <LanguageSelect />
    </Drawer>
  );
}
