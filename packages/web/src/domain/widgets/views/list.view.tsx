import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { columns } from "../../../ui/columns.ts";
import { ContainerCard } from "../../containers/container-card.tsx";
import { useKnownMs } from "../../containers/containers.data.tsx";
import { gridOrder } from "../../containers/fleet-facts.ts";
import { OfRows, type ViewProps } from "../widget-parts.tsx";

/** Of more containers, the first; the list of containers has all. */
const mostShown = 12;

/** Containers as cards: favourites, then the worst first, as on the dashboard. */
export function ListView({ widget: { of }, now, heightPx }: ViewProps<"list">) {
  const { t } = useTranslation("widgets");
  const knownMs = useKnownMs(now);
  return (
    <OfRows of={of} heightPx={heightPx}>
      {(rows) => {
        const shown = gridOrder(rows, knownMs).slice(0, mostShown);
        return (
          <>
            <ul className="og-plain-list og-grid og-mid" style={columns(240)}>
              {shown.map((row) => (
                <li key={row.containerId}>
                  <ContainerCard container={row} now={now} />
                </li>
              ))}
            </ul>
            {rows.length > shown.length && (
              <Link className="og-link og-line-24" to="/containers">
                {t("more", { count: rows.length - shown.length })}
              </Link>
            )}
          </>
        );
      }}
    </OfRows>
  );
}
