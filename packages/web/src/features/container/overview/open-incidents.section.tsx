import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import { Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "../../../core/can/can.ts";
import { formatList } from "../../../core/format.ts";
import { MarkedLine } from "../../../domain/containers/marked-line.tsx";
import { AcknowledgeIncident } from "../../../domain/incidents/acknowledge-incident.tsx";
import { type Incident, useGoingOnAt, useIncidentDetail } from "../../../domain/incidents/incidents.data.ts";
import { useIncidentWords } from "../../../domain/incidents/use-incident-words.ts";
import type { TabProps } from "../tabs/container-tabs.ts";
import { alarmsNow } from "../values/alarms-now.ts";
import { ErrorNote } from "../../../ui/error-note.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { OpenIncidents } from "../../../domain/incidents/open-incidents.tsx";

/** What goes on at the container, and who looks after it; nothing where nothing does. */
export function OpenIncidentsSection({ info, now }: TabProps) {
  const { t } = useTranslation(["incidents", "container-facts"]);
  const words = useIncidentWords(now, { here: info });
  const goingOn = useGoingOnAt(info.containerId);
  const mayLookAfter = useCan("incidentAcknowledge");
  const [asked, setAsked] = useState<Incident>();
  if (goingOn.isPending) return <Skeleton height={96} radius={10} />;
  const { data: incidents = [], total = 0 } = goingOn.data ?? {};
  const alarms = alarmsNow(info);
  // What could not be asked is not over: the header counts it, too.
  const isLost = goingOn.data === undefined && info.openWarnings !== null;
  if (incidents.length + alarms.length === 0 && !isLost) return null;
  return (
    <>
      <OpenIncidents
        {...{ incidents, total, alarms, now }}
        title={t("card.title")}
        lost={
          isLost &&
          info.openWarnings &&
          goingOn.error && (
            <>
              <MarkedLine state={info.openWarnings.worst}>
                {t(`container-facts:trouble.${alarms.length > 0 ? "more_warnings" : "rule_warning"}`, {
                  count: info.openWarnings.count,
                })}
              </MarkedLine>
              <ErrorNote error={goingOn.error} onRetry={() => void goingOn.refetch()} />
            </>
          )
        }
        container={info}
        onAcknowledge={mayLookAfter ? setAsked : undefined}
        alsoOpen={(incident) => incident.open > 1 && <AlsoOpen incident={incident} containerId={info.containerId} />}
      />
      {asked && <AcknowledgeIncident incident={asked} words={words} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** The header counts warnings, and who looks after an incident looks after all of them: each is named. */
function AlsoOpen({
  incident: { id, cause, content, worst },
  containerId,
}: {
  incident: Incident;
  containerId: string;
}) {
  const { t } = useTranslation("incidents");
  const locale = useLocale();
  const { data } = useIncidentDetail(id);
  const open = data?.warnings.filter((one) => one.clearedAt === null && one.containerId === containerId) ?? [];
  const names = open.map((one) => suggestedText(one.content, locale));
  const called = cause === "single" ? content : suggestedText(worst.content, locale);
  const others = names.filter((_, place) => place !== names.indexOf(called));
  if (others.length === 0) return null;
  return (
    <span className="og-fine og-anywhere">
      {t("card.also", { count: others.length, names: formatList([...new Set(others)], locale) })}
    </span>
  );
}
