import { useTranslation } from "react-i18next";

import { DaysField } from "../../ui/days-field.tsx";

interface SomeDaysFieldProps {
  /** Absent: every day. 1 is Monday. */
  days: readonly number[] | undefined;
  onChange: (days: number[] | undefined) => void;
}

/** Days of the week; none chosen is every day. */
export function SomeDaysField({ days = [], onChange }: SomeDaysFieldProps) {
  const { t } = useTranslation("automations");
  const choose = (next: number[]) => onChange(next.length === 0 || next.length === 7 ? undefined : next);
  return <DaysField legend={t("days")} days={days} onChange={choose} />;
}
