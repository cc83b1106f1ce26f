import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Story } from "../testing/story.tsx";
import { TimeField } from "./time-field.tsx";

function Plain() {
  const { t } = useTranslation("ui");
  const [time, setTime] = useState("23:00");
  return (
    <>
      <TimeField label={t("period.from")} value={time} onChange={setTime} />
      <output>{time}</output>
    </>
  );
}

export const stories: readonly Story[] = [{ name: "time-field", awaited: "input", states: { chosen: Plain } }];
