import type { Permission } from "@offgrid/contract/core/access";
import { menu } from "@offgrid/contract/core/menu";
import { IconSearchOff } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { type ScreenName, useIsThere } from "../../core/screen.ts";
import { visibleEntries } from "../../domain/menu/visible-entries.ts";
import { columns } from "../../ui/columns.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type texts from "./settings.en.json";
import type { SettingsSearch } from "./settings.search.ts";

type SettingName = keyof (typeof texts)["about"];

const group = menu.filter(({ label }) => label === "settings");

/** The settings that a person may open, each with what it is for. */
export function SettingsPage() {
  const { t } = useTranslation(["settings", "shared"]);
  const { q = "" }: SettingsSearch = useSearch({ from: "/main/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const user = useCurrentUser();
  const isThere = useIsThere();
  if (!user) return null;
  const permissions = user.permissions as Permission[];
  const [entry] = visibleEntries(group, { excludes: user.excludes, switchedOn: [], permissions, isThere });
  const cards = (entry?.children ?? []).map(({ label, path = "" }) => ({
    path,
    title: t(`shared:screen.${label as ScreenName}`),
    about: t(`about.${label as SettingName}`),
  }));
  const typed = q.toLowerCase();
  const found = cards.filter(({ title, about }) => `${title} ${about}`.toLowerCase().includes(typed));
  return (
    <>
      <PageHeader title={t("shared:screen.settings")} context={t("context")} />
      <div className="og-stack">
        <div className="og-line">
          <SearchField
            label={t("search")}
            clearLabel={t("clear")}
            text={q}
            onText={(text) => void navigate({ search: text === "" ? {} : { q: text }, replace: true })}
          />
        </div>
        {found.length === 0 ? (
          <EmptyState title={t("none.title")} why={t("none.why", { text: q })} icon={<IconSearchOff size={40} />} />
        ) : (
          <ul
            className="og-plain-list og-grid"
            style={columns(280, { gap: "16px" })}
            aria-label={t("shared:screen.settings")}
          >
            {found.map(({ path, title, about }) => (
              <li key={path} className="og-card og-close-stack" style={{ position: "relative" }}>
                <h2 className="og-title">
                  <Link className="og-cover-link" to={path}>
                    {title}
                  </Link>
                </h2>
                <p className="og-note og-flush">{about}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
