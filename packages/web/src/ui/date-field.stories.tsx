import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Story } from "../testing/story.tsx";
import { DateField } from "./date-field.tsx";

function Plain() {
  const { t } = useTranslation("ui");
  const [date, setDate] = useState("2026-11-20");
  return (
    <>
      <DateField label={t("period.from")} value={date} min="2026-01-01" max="2026-12-31" onChange={setDate} />
      <output>{date}</output>
    </>
  );
}

function Empty() {
  const { t } = useTranslation("ui");
  const [date, setDate] = useState("");
  return <DateField label={t("period.to")} value={date} isOptional onChange={setDate} />;
}

export const stories: readonly Story[] = [
  { name: "date-field", awaited: "input", states: { chosen: Plain, empty: Empty } },
];
