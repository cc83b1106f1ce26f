import { knownWidget } from "@offgrid/contract/widgets/known-widget";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Board, useBoardColumns } from "./board.tsx";
import { WidgetBox } from "./widget-box.tsx";
import { useBoard } from "./widgets.data.ts";

/** The widgets that the person wants on the dashboard, and the way to all of them. */
export function PinnedWidgets({ now }: { now: number }) {
  const { t } = useTranslation("widgets");
  const columns = useBoardColumns();
  const { data: widgets } = useBoard();
  if (!widgets) return null;
  const pinned = widgets.filter((one) => knownWidget(one)?.pinned);
  return (
    <section className="og-stack og-mid" aria-labelledby="own-widgets">
      <div className="og-head">
        <h2 className="og-title" id="own-widgets">
          {t("own")}
        </h2>
        <Link className="og-link og-line-24" to="/widgets">
          {t(widgets.length === 0 ? "pinned.none" : "pinned.all")}
        </Link>
      </div>
      {pinned.length === 0 ? (
        <p className="og-note">{t("pinned.why")}</p>
      ) : (
        <Board widgets={pinned} columns={columns}>
          {(widget, heightPx) => <WidgetBox widget={widget} now={now} heightPx={heightPx} />}
        </Board>
      )}
    </section>
  );
}
