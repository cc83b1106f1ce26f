import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { useKnownMs } from "../containers/containers.data.tsx";
import { FittedList } from "./fitted-list.tsx";
import { OfRows, type ViewProps } from "./widget-parts.tsx";

/** Of more containers, the first; the list of containers has all. */
const mostShown = 12;

interface Props extends Pick<ViewProps<"charge" | "list">, "now" | "heightPx"> {
  of: ViewProps<"charge" | "list">["widget"]["of"];
  order: (rows: readonly ContainerRow[], knownMs: number) => readonly ContainerRow[];
  /** The narrowest that one of them may be. */
  columnPx: number;
  /** @param isOnly There is no other, so that the widget's title names it. */
  content: (row: ContainerRow, isOnly: boolean) => ReactNode;
}

/** The first containers of a widget's place, as many as it has room for. */
export function FittedContainers({ of, now, heightPx, order, columnPx, content }: Props) {
  const { t } = useTranslation("widgets");
  const knownMs = useKnownMs(now);
  return (
    <OfRows of={of} heightPx={heightPx}>
      {(rows) => (
        <FittedList
          className="og-grid og-mid"
          style={columns(columnPx)}
          items={order(rows, knownMs)
            .slice(0, mostShown)
            .map((row) => ({ key: row.containerId, content: content(row, rows.length === 1) }))}
          total={rows.length}
          heightPx={heightPx}
          more={(count) => (
            <Link className="og-link og-line-24" to="/containers">
              {t("more", { count })}
            </Link>
          )}
        />
      )}
    </OfRows>
  );
}
