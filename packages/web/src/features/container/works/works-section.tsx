import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCurrentUser } from "../../../core/can/current-user.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { Section } from "../../../ui/section.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { WorksDialog } from "../../../domain/works/works-dialog.tsx";
import {
  announceWorks,
  endWorks,
  extendWorks,
  useMayAnnounceWorks,
  useWorks,
} from "../../../domain/works/works.data.ts";
import { WorksLines } from "../../../domain/works/works-lines.tsx";

/** Works at a container: what is planned, under way and over; they are announced here. */
export function WorksSection({ info, now }: TabProps) {
  const { t } = useTranslation("works");
  const { containerId, name, zoneName } = info;
  const works = useWorks(containerId);
  const userId = useCurrentUser()?.id;
  const mayChange = useMayAnnounceWorks();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={t("title")}>
      <p className="og-note">{t("why")}</p>
      <Async of={quiet(works)} height={80}>
        {(data) => (
          <WorksLines
            works={data}
            container={name}
            zone={zoneName}
            userId={userId}
            mayChange={mayChange}
            onExtend={extendWorks}
            onEnd={endWorks}
          />
        )}
      </Async>
      {mayChange && (
        <div className="og-at-top">
          <Button variant="default" onClick={() => setAsking(true)}>
            {t("announce")}
          </Button>
        </div>
      )}
      {isAsking && (
        <WorksDialog
          container={name}
          now={now}
          zone={zoneName}
          onAnnounce={(plan) => announceWorks(containerId, plan)}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
