import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import list from "../../../domain/sessions/session-list.module.css";
import { Pager } from "../../../ui/pager.tsx";
import { browserZone, useLocale } from "../../../ui/use-locale.ts";
import { deliveriesPerPage, type Delivery } from "./channels.data.ts";

interface Props {
  deliveries: readonly Delivery[];
  total: number;
  page: number;
  onPage: (page: number) => void;
}

/** What channels told, or did not tell and why. */
export function DeliveryLog({ deliveries, total, page, onPage }: Props) {
  const { t } = useTranslation("channels");
  if (total === 0) return <p className="og-quiet">{t("log_none")}</p>;
  return (
    <div className="og-stack">
      <span className="og-note">{t("log_zone", { zone: browserZone })}</span>
      <ul className="og-plain-list og-lined og-words">
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {total > deliveriesPerPage && <Pager {...{ page, total, onPage }} pageSize={deliveriesPerPage} />}
    </div>
  );
}

function DeliveryLine({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation(["channels", "shared"]);
  const locale = useLocale();
  const time = (iso: string) => formatTime(Date.parse(iso), "dateTime", browserZone, locale);
  const { at, channelKind, channelName, kind, state, reason, dueAt } = delivery;
  const what = t(`delivery.${state}`, { time: dueAt === null ? "" : time(dueAt) });
  const subject = useSubject(delivery);
  return (
    <li className={list.row}>
      <div className="og-words og-rest">
        <span className="og-anywhere og-medium">
          {kind === "test" ? t("news.test") : `${t("shared:labelled", { label: t(`news.${kind}`) })} ${subject}`}
        </span>
        <span className={list.facts}>
          <span>{time(at)}</span>
          <span className="og-anywhere">{channelName ?? `${t(`kind.${channelKind}`)}, ${t("log_gone")}`}</span>
          <span className="og-anywhere">
            {reason === null ? what : `${t("shared:labelled", { label: what })} ${t(`reason.${reason}`)}`}
          </span>
        </span>
      </div>
    </li>
  );
}

/** What it was about when it was said. */
function useSubject({ about }: Delivery): string {
  const { t } = useTranslation("channels");
  const locale = useLocale();
  if (about === null) return t("log_unseen");
  const { content, containerName, containers } = about;
  const title = content === null ? containerName : `${suggestedText(content, locale)} · ${containerName}`;
  return containers > 1 ? `${title} ${t("log_more", { count: containers - 1 })}` : title;
}
