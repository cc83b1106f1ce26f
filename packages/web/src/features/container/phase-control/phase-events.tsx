import { passedText } from "@offgrid/contract/events/event-say";
import type { PhaseEvent } from "@offgrid/contract/phase-control/phase-control.calls";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { useCause, useMoments } from "../../../domain/commands/command-words.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { eventsOnPage, usePhaseEvents } from "./phase-control.data.ts";

/** When phases were connected and disconnected, and why, in pages. */
export function PhaseEvents({ info, now }: TabProps) {
  const { t } = useTranslation("phase-control");
  const [page, setPage] = useState(1);
  const events = usePhaseEvents(info.containerId, page);
  return (
    <section className="og-close-stack">
      <h3 className="og-flush og-strong">{t("events.title")}</h3>
      <Async of={quiet(events)} height={120}>
        {({ data, total }) =>
          total === 0 ? (
            <p className="og-note">{t("events.none")}</p>
          ) : (
            <>
              <PhaseEventLines events={data} now={now} zone={info.zoneName} />
              <Pager page={page} pageSize={eventsOnPage} total={total} onPage={setPage} />
            </>
          )
        }
      </Async>
    </section>
  );
}

interface PhaseEventLinesProps {
  events: readonly PhaseEvent[];
  now: number;
  zone: string;
}

export function PhaseEventLines({ events, now, zone }: PhaseEventLinesProps) {
  const { t } = useTranslation("phase-control");
  const { t: say } = useTranslation("command-words");
  const locale = useLocale();
  const { time } = useMoments(zone, now);
  const causeOf = useCause();
  return (
    <ul className="og-plain-list og-lined" aria-label={t("events.title")}>
      {events.map((event) => {
        const { eventId, at, phase, on, passed, restoreSoc } = event;
        const back =
          restoreSoc !== null && say("why.restores", { charge: formatQuantityText(restoreSoc, "percent", locale) });
        const why = [causeOf(event), passed && passedText(say, passed, locale), back].filter(Boolean);
        return (
          <li key={eventId} className="og-words og-anywhere" style={{ paddingBlock: 6 }}>
            <span>
              <span className="og-strong">{t(on ? "events.on" : "events.off", { phase: `L${phase}` })}</span>{" "}
              <span className="og-beside">{time(at)}</span>
            </span>
            <span className="og-small">{why.join(" ")}</span>
          </li>
        );
      })}
    </ul>
  );
}
