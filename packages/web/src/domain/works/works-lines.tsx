import { whoText } from "@offgrid/contract/events/event-say";
import { Button } from "@mantine/core";
import type { Works } from "@offgrid/contract/works/works.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { WorksEndDialog } from "./works-end-dialog.tsx";

export interface WorksLinesProps {
  works: readonly Works[];
  container: string;
  zone: string;
  /** Who looks. */
  userId: string | undefined;
  mayChange: boolean;
  onExtend: (works: Works) => Promise<unknown>;
  onEnd: (works: Works, reason?: string) => Promise<unknown>;
}

/** Works at a container with what can be done about them, newest first. */
export function WorksLines({ works, ...rest }: WorksLinesProps) {
  const { t } = useTranslation("works");
  if (works.length === 0) return <p className="og-flush">{t("none")}</p>;
  return (
    <ul className="og-plain-list og-lined" aria-label={t("title")}>
      {works.map((one) => (
        <li key={one.worksId} className="og-stack og-fine">
          <WorksLine works={one} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function WorksLine({
  works,
  container,
  zone,
  userId,
  mayChange,
  onExtend,
  onEnd,
}: Omit<WorksLinesProps, "works"> & { works: Works }) {
  const { t } = useTranslation(["works", "command-words"]);
  const say = useTranslation("command-words").t;
  const locale = useLocale();
  const [isAsking, setAsking] = useState(false);
  const extend = useAct(onExtend);
  const end = useAct(onEnd);
  const { state, reason, by, startsAt, endsAt, endedAt, knowledge } = works;
  const at = (iso: string) => formatTime(Date.parse(iso), "dateTime", zone, locale);
  const who = whoText(say, by);
  const span = t("span", { from: at(startsAt), to: at(endedAt ?? endsAt), who });
  const isOwn = by.userId === userId;
  return (
    <>
      <span className="og-medium og-anywhere">{reason}</span>
      <span className="og-small">{t("stateSpan", { state: t(`state.${state}`), span })}</span>
      {knowledge !== null && (
        <span className={`og-small ${knowledge === "known" ? "og-quiet" : "og-amber"}`}>
          {t(`knowledge.${knowledge}`)}
        </span>
      )}
      {state === "overrun" && <span className="og-amber">{t("askOverrun")}</span>}
      {mayChange && endedAt === null && (
        <span className="og-wrap og-fine">
          {isOwn && state !== "planned" && (
            <Button size="xs" variant="default" loading={extend.isRunning} onClick={() => void extend.run(works)}>
              {t("extend")}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={end.isRunning}
            onClick={() => (isOwn ? void end.run(works) : setAsking(true))}
          >
            {t(state === "planned" ? "cancel" : "end")}
          </Button>
        </span>
      )}
      <FormFailure error={extend.error ?? end.error} />
      {isAsking && (
        <WorksEndDialog
          who={who}
          container={container}
          onEnd={(given) => onEnd(works, given)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
