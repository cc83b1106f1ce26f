import { ActionIcon, Menu } from "@mantine/core";
import { IconBook, IconBulb, IconHelp, IconInfoCircle, IconMail, IconRoute } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useIsThere } from "../../core/screen.ts";
import { startTour } from "../../core/tour.ts";
import { config } from "../../core/config.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** User manual of the language in a new tab, Inspire, Support as a mail link, About. */
export function HelpMenu({ onAbout }: { onAbout: () => void }) {
  const { t } = useTranslation("shell");
  const isThere = useIsThere();
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="var(--og-text)" size={44} aria-label={t("help")} data-tour="help">
          <IconHelp size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ManualItem>
          {t("manual")} <span className="visually-hidden">({t("new_tab")})</span>
        </ManualItem>
        {isThere("/inspire") && (
          <Menu.Item
            leftSection={<IconBulb size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/inspire" search={{}} {...props} />}
          >
            {t("inspire")}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconRoute size={18} aria-hidden />} onClick={startTour}>
          {t("tour")}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={`mailto:${config.supportEmail}`}
          leftSection={<IconMail size={18} aria-hidden />}
        >
          {t("support")}
        </Menu.Item>
        <Menu.Item onClick={onAbout} leftSection={<IconInfoCircle size={18} aria-hidden />}>
          {t("about")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A portal may have a manual of its own. */
function ManualItem({ children }: { children: ReactNode }) {
  const manual = config.manualUrls[useLocale()];
  const look = { leftSection: <IconBook size={18} aria-hidden />, children };
  if (manual !== undefined) return <Menu.Item component="a" href={manual} target="_blank" rel="noreferrer" {...look} />;
  return (
    <Menu.Item
      {...look}
      renderRoot={(props) => <Link to="/help/{-$slug}" target="_blank" rel="noreferrer" {...props} />}
    />
  );
}
