import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { formatAge, formatTime, isoDay } from "../../../core/time.ts";
import { ageMs } from "../../../ui/freshness.ts";
import { useLocale } from "../../../ui/use-locale.ts";

export interface DataCardProps {
  /** Null: nothing has been counted yet. */
  data: ContainerInfoV4["dataToday"];
  /** It has been in contact, so that something has been sent. */
  isSeen: boolean;
  now: number;
  zone: string;
}

/** Two decimals of a megabyte are written; less than half of the last one did come all the same. */
const leastShownBytes = 10_000;

function dataText(bytes: number, locale: LocaleCode): string {
  const isLess = bytes > 0 && bytes < leastShownBytes / 2;
  const text = formatQuantityText(isLess ? leastShownBytes : bytes, "B", locale);
  return isLess ? `<\u00a0${text}` : text;
}

/**
 * What the container sent and received since its midnight, by the portal's count. What was counted on another day stands
 * under the name of that day.
 */
export function DataCard({ data, isSeen, now, zone }: DataCardProps) {
  const { t } = useTranslation("container");
  const locale = useLocale();
  const atMs = data && Date.parse(data.at);
  const isOfToday = atMs === null || isoDay(atMs, zone) === isoDay(now, zone);
  const lines = data && [
    { id: "sent", label: t("data.sent"), bytes: data.sentBytes, Icon: IconUpload },
    { id: "received", label: t("data.received"), bytes: data.receivedBytes, Icon: IconDownload },
  ];
  return (
    <section className="og-card" aria-labelledby="container-data">
      <h2 className="og-title og-after-more" id="container-data">
        {isOfToday ? t("data.title") : t("data.titleOf", { day: formatTime(atMs, "weekday", zone, locale) })}
      </h2>
      {lines && (
        <dl className="og-pairs og-close-stack og-after-more">
          {lines.map(({ id, label, bytes, Icon }) => (
            <div key={id}>
              <dt className="og-quiet og-row">
                <Icon size={16} aria-hidden /> {label}
              </dt>
              <dd>{dataText(bytes, locale)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="og-small">
        {!isOfToday && `${t("data.notToday")} `}
        {atMs !== null
          ? t("data.countedAt", { age: formatAge(ageMs(atMs, now), locale) })
          : t(isSeen ? "data.notCounted" : "data.none")}
      </p>
    </section>
  );
}
