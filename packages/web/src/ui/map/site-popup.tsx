import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { formatAge } from "../../core/time.ts";
import { atMs, isStale } from "../container/site-facts.ts";
import { ageMs } from "../freshness.ts";
import { StatusMark } from "../status-mark.tsx";
import { useLocale } from "../use-locale.ts";
import type { PlacedSite } from "./bubbles.ts";
import styles from "./map.module.css";

/** Lines of a place where many containers stand. */
const shownLines = 6;

/** What a click on the map tells about the containers at a place. */
export function SitePopup({ sites, now }: { sites: readonly PlacedSite[]; now: number }) {
  const { t } = useTranslation("map");
  return (
    <ul className={styles.popupList}>
      {sites.slice(0, shownLines).map((site) => (
        <SiteLine key={site.containerId} site={site} now={now} />
      ))}
      {sites.length > shownLines && <li>{t("more", { count: sites.length - shownLines })}</li>}
    </ul>
  );
}

function SiteLine({ site, now }: { site: PlacedSite; now: number }) {
  const { t } = useTranslation(["map", "site"]);
  const locale = useLocale();
  const at = atMs(site.valuesAt);
  return (
    <li className={styles.popupLine}>
      <Link className={styles.popupName} to="/containers/$slug" params={{ slug: site.containerId }}>
        {site.name}
      </Link>
      <span className={styles.popupMarks}>
        <StatusMark state={site.status} />
        {site.warnings > 0 && <StatusMark state="warning" />}
      </span>
      <span data-stale={isStale(site, now) || undefined}>
        {at === undefined
          ? t("site:noValues")
          : t("charge", {
              percent: formatQuantityText(site.soc, "percent", locale),
              age: formatAge(ageMs(at, now), locale),
            })}
      </span>
    </li>
  );
}
