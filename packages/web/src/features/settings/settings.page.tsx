import type { Permission } from "@offgrid/contract/core/access";
import { menu, type MenuEntry } from "@offgrid/contract/core/menu";
import { IconSearchOff } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import { plainLetters } from "../../core/plain-letters.ts";
import { type ScreenName, useIsThere } from "../../core/screen.ts";
import { visibleEntries } from "../../domain/menu/visible-entries.ts";
import { columns } from "../../ui/columns.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { FoundList } from "./found-list.tsx";
import { findPages, isNearlyIn } from "./find-settings.ts";
import type texts from "./settings.en.json";
import type { SettingsSearch } from "./settings.search.ts";
import { useFoundSettings } from "./use-found-settings.ts";

type SettingName = keyof (typeof texts)["about"];

interface Card {
  path: string;
  title: string;
  about: string;
  /** Other words by which it is found, not shown. */
  words: string;
}

const group = menu.filter(({ label }) => label === "settings");

/** The settings that a person may open, each with what it is for. */
export function SettingsPage() {
  const { t } = useTranslation(["settings", "shared"]);
  const { q = "" }: SettingsSearch = useSearch({ from: "/main/settings" });
  const navigate = useNavigate({ from: "/settings" });
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
        <Found q={q} />
      </div>
    </>
  );
}

/** What a search finds: single settings, the pages of settings, and other screens by their names. */
function Found({ q }: { q: string }) {
  const { t } = useTranslation(["settings", "shared"]);
  const { cards, screens } = useCards();
  const settings = useFoundSettings(cards.some(({ path }) => path === "/settings/general") ? q : "");
  const typed = plainLetters(q);
  const pages = findPages(q, cards);
  const others = typed === "" ? [] : screens.filter(({ title }) => plainLetters(title).includes(typed));
  const asTyped = [...pages, ...others];
  const isNear = ({ title, words }: Card) => isNearlyIn(plainLetters(`${title} ${words}`), q);
  const near = asTyped.length + settings.length > 0 ? [] : [...cards, ...screens].filter(isNear);
  const found = [...asTyped, ...near];
  return (
    <>
      {settings.length > 0 && <FoundList found={settings} />}
      {found.length === 0 && settings.length === 0 && (
        <EmptyState title={t("none.title")} why={t("none.why", { text: q })} icon={<IconSearchOff size={40} />} />
      )}
      {found.length > 0 && (
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
              {about !== "" && <p className="og-note og-flush">{about}</p>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The pages of settings, and the other screens: whoever looks for what is no setting is led there. */
function useCards(): { cards: Card[]; screens: Card[] } {
  const { t } = useTranslation(["settings", "shared"]);
  const user = useCurrentUser();
  const isThere = useIsThere();
  if (!user) return { cards: [], screens: [] };
  const permissions = user.permissions as Permission[];
  const person = { excludes: user.excludes, switchedOn: [], permissions, isThere };
  const titled = ({ label, path = "" }: MenuEntry) => ({ path, title: t(`shared:screen.${label as ScreenName}`) });
  const [entry] = visibleEntries(group, person);
  const cards = (entry?.children ?? []).map((one) => ({
    ...titled(one),
    about: t(`about.${one.label as SettingName}`),
    words: t(`otherWords.${one.label as SettingName}`),
  }));
  const screens = visibleEntries(menu, person)
    .filter(({ label }) => label !== "settings")
    .flatMap((one) => one.children ?? [one])
    .map((one) => ({ ...titled(one), about: "", words: "" }));
  return { cards, screens };
}
