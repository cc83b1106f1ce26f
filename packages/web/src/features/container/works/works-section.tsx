import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Section } from "../../../ui/section.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { WorksDialog } from "../../../domain/works/works-dialog.tsx";
import { announceWorks, useMayAnnounceWorks } from "../../../domain/works/works.data.ts";
import { WorksOf } from "../../../domain/works/works-of.tsx";

/** Works at a container: what is planned, under way and over; they are announced here. */
export function WorksSection({ info, now }: TabProps) {
  const { t } = useTranslation("works");
  const { containerId, name, zoneName } = info;
  const mayChange = useMayAnnounceWorks();
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={t("title")}>
      <p className="og-note">{t("why")}</p>
      <WorksOf container={info} />
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
