import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatSpan } from "../../core/time.ts";
import { OutputFailure } from "../commands/output-failure.tsx";
import { ReasonField, useReason } from "../commands/reason-field.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { instantOf } from "../../core/local-time.ts";
import type { WorksPlan } from "./works.data.ts";

const hourMs = 3_600_000;
const hours = [1, 2, 4, 8, 24, 72, 168] as const;
const furthestMs = 90 * 24 * hourMs;

/** Now, or at a time of a day at the container. */
interface Begin {
  isLater: boolean;
  /** YYYY-MM-DD; empty: none. */
  day: string;
  /** HH:MM */
  time: string;
}

interface WorksDialogProps {
  container: string;
  now: number;
  zone: string;
  /** Works that go on at some of several containers already, in words. */
  goingOn?: { count: number; works: string } | undefined;
  onAnnounce: (plan: WorksPlan) => Promise<unknown>;
  onClose: () => void;
}

/** Asks what is worked on at a container, from when on and for how long. */
export function WorksDialog({ container, now, zone, goingOn, onAnnounce, onClose }: WorksDialogProps) {
  const { t } = useTranslation("works");
  const locale = useLocale();
  const reason = useReason();
  const [begin, setBegin] = useState<Begin>({ isLater: false, day: "", time: "08:00" });
  const [lasts, setLasts] = useState<number>(2);
  const [isBadStart, setBadStart] = useState(false);
  const announce = useAct(onAnnounce);
  const send = async () => {
    const startsAtMs = begin.isLater ? instantOf(begin.day, begin.time, zone) : undefined;
    const given = reason.take();
    const isBad = begin.isLater && (startsAtMs === undefined || startsAtMs < now || startsAtMs > now + furthestMs);
    setBadStart(isBad);
    if (given === undefined || isBad) return;
    const endsAtMs = (startsAtMs ?? Date.now()) + lasts * hourMs;
    if (await announce.run({ reason: given, startsAtMs, endsAtMs })) onClose();
  };
  return (
    <FormDialog
      title={t("question.title", { container })}
      send={t("announce")}
      isSending={announce.isRunning}
      failure={<OutputFailure error={announce.error} zone={zone} now={now} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <p className="og-note og-flush">{t("question.silence")}</p>
      {goingOn && <p className="og-amber og-flush">{t("question.goOn", { ...goingOn })}</p>}
      <ReasonField reason={reason} label={t("question.reason")} missing={t("question.missing")} />
      <BeginFields begin={begin} isBad={isBadStart} onChange={setBegin} />
      <NativeSelect
        label={t("question.lasts")}
        value={String(lasts)}
        data={hours.map((hour) => ({ value: String(hour), label: formatSpan(hour * hourMs, locale) }))}
        onChange={(event) => setLasts(Number(event.currentTarget.value))}
      />
    </FormDialog>
  );
}

interface BeginFieldsProps {
  begin: Begin;
  isBad: boolean;
  onChange: (begin: Begin) => void;
}

function BeginFields({ begin, isBad, onChange }: BeginFieldsProps) {
  const { t } = useTranslation("works");
  return (
    <>
      <NativeSelect
        label={t("question.begins")}
        value={begin.isLater ? "later" : "now"}
        data={(["now", "later"] as const).map((value) => ({ value, label: t(`question.${value}`) }))}
        onChange={(event) => onChange({ ...begin, isLater: event.currentTarget.value === "later" })}
      />
      {begin.isLater && (
        <>
          <DateField
            label={t("question.day")}
            value={begin.day}
            isOptional
            error={isBad && begin.day === "" ? t("question.badStart") : undefined}
            onChange={(day) => onChange({ ...begin, day })}
          />
          <TimeField
            label={t("question.time")}
            value={begin.time}
            error={isBad && begin.day !== "" && t("question.badStart")}
            onChange={(time) => onChange({ ...begin, time })}
          />
        </>
      )}
    </>
  );
}
