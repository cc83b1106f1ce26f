import { tickMs } from "@offgrid/contract/core/constants";
import { isExcluded } from "@offgrid/contract/core/menu";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useCall } from "../../../core/api/use-call.ts";
import { useCurrentUser } from "../../../core/can/current-user.ts";
import { EventLines } from "../../../domain/notifications/event-lines.tsx";
import { foldRepeats } from "../../../domain/notifications/fold-repeats.ts";
import { useEventText } from "../../../domain/notifications/use-event-text.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";

/** So many are asked for, since repeats are one line. */
const asked = 20;
const shown = 5;
const eventsMenuId = "5";

/** What happened last at the container, also what nobody was notified of, and the way to all of it. */
export function LastEventsSection({ info, now }: TabProps) {
  const { t } = useTranslation("event-words");
  const textOf = useEventText();
  const { containerId, zoneName } = info;
  const excludes = useCurrentUser()?.excludes ?? [];
  const events = useCall(
    "getNotificationsHistory",
    { containerId, pageSize: asked, counted: asked },
    { staleTime: 0, refetchInterval: tickMs },
  );
  return (
    <section className="og-card" aria-labelledby="container-events">
      <h2 className="og-title" id="container-events">
        {t("last")}
      </h2>
      <Async
        of={quiet(events)}
        height={160}
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="og-note">{t("none")}</p>}
      >
        {({ data }) => (
          <>
            <EventLines
              events={foldRepeats(data, textOf).slice(0, shown)}
              now={now}
              zone={zoneName}
              shape="weekdayTime"
            />
            {!isExcluded(eventsMenuId, excludes) && (
              <Link className="og-link og-no-print" to="/events" search={{ container: containerId, show: "all" }}>
                {t("all")}
              </Link>
            )}
          </>
        )}
      </Async>
    </section>
  );
}
