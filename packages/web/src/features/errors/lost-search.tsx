import { Button, TextInput } from "@mantine/core";
import { isExcluded } from "@offgrid/contract/core/menu";
import { IconSearch } from "@tabler/icons-react";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../core/can/current-user.ts";
import classes from "./errors.module.css";

/** Where people who are lost most often wanted to go. */
const places = [
  { to: "/", screen: "dashboard", menuId: "1" },
  { to: "/containers", screen: "containers", menuId: "3" },
  { to: "/clusters", screen: "clusters", menuId: "9_1" },
  { to: "/help/{-$slug}", screen: "help", menuId: "" },
] as const;

/** Lists whose own addresses are what most often leads to nothing: what one was shown is deleted, or not shared any more. */
const lists = [
  { to: "/charts", screen: "charts", menuId: "4" },
  { to: "/widgets", screen: "widgets", menuId: "" },
] as const;

/**
 * The ways on from a page that is not there, or not for this person: a search, and the places of the menu.
 * @param words What the search begins with.
 */
export function LostSearch({ words }: { words: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const excludes = useCurrentUser()?.excludes ?? [];
  const [text, setText] = useState(words);
  const search = (event: SyntheticEvent) => {
    event.preventDefault();
    void navigate({ to: "/containers", search: text.trim() === "" ? {} : { search: text.trim() } });
  };
  const { pathname } = useLocation();
  const own = lists.filter(({ to }) => pathname.startsWith(`${to}/`));
  const offered = [...own, ...places].filter(({ menuId }) => !isExcluded(menuId, excludes));
  return (
    <>
      {offered.some(({ to }) => to === "/containers") && (
        <search>
          <form className={classes.search} onSubmit={search}>
            <TextInput
              type="search"
              aria-label={t("error.not_found_search")}
              placeholder={t("error.not_found_search")}
              leftSection={<IconSearch size={18} aria-hidden />}
              maxLength={128}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit">{t("error.not_found_submit")}</Button>
          </form>
        </search>
      )}
      <ul className={classes.places}>
        {offered.map(({ to, screen }) => (
          <li key={to}>
            <Link to={to}>{t(`screen.${screen}`)}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
