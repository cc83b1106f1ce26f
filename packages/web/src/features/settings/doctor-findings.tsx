import { useTranslation } from "react-i18next";

import { formatSize } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { Section } from "../../ui/section.tsx";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { Marked } from "./marked.tsx";
import type { DoctorLook } from "./settings.data.ts";

type Finding = DoctorLook["findings"][number];

export interface DoctorFindingsProps {
  look: DoctorLook;
  isLooking: boolean;
}

/** What a look found: what has to be put right first, what is in order folded away. */
export function DoctorFindings({ look, isLooking }: DoctorFindingsProps) {
  const { t } = useTranslation("doctor");
  const locale = useLocale();
  const of = (level: Finding["level"]) => look.findings.filter((one) => one.level === level);
  const [faults, notes, fine] = [of("fault"), of("note"), of("ok")];
  const at = formatTime(Date.parse(look.at), "dateTimeWithSeconds", browserZone, locale);
  const title = isLooking ? t("looking") : faults.length === 0 ? t("nothing") : t("faults", { count: faults.length });
  return (
    <div className="og-stack og-words">
      <div className="og-card" style={{ padding: 16 }}>
        <output className="og-anywhere">
          <Marked mark={isLooking ? "off" : faults.length > 0 ? "fault" : "fine"} title={title}>
            {t("seen", { at, machine: look.machine, roles: look.roles.join(", ") })} {t("others")}
          </Marked>
        </output>
      </div>
      {faults.length > 0 && (
        <Section title={t("faults", { count: faults.length })}>
          <List findings={faults} mark="fault" />
        </Section>
      )}
      {notes.length > 0 && (
        <Section title={t("notes", { count: notes.length })}>
          <List findings={notes} mark="wrong" />
        </Section>
      )}
      {fine.length > 0 && (
        <details className="og-details">
          <summary>{t("fine", { count: fine.length })}</summary>
          <List findings={fine} mark="fine" />
        </details>
      )}
    </div>
  );
}

function List({ findings, mark }: { findings: readonly Finding[]; mark: "fault" | "wrong" | "fine" }) {
  const { t } = useTranslation("doctor");
  const wordsOf = useFindingWords();
  return (
    <ul className="og-plain-list og-lined">
      {findings.map((one) => {
        const { found, remedy } = wordsOf(one);
        return (
          <li key={`${one.code} ${found}`} className="og-anywhere" style={{ paddingBlock: 8 }}>
            <Marked mark={mark} title={t(`examined.${one.about}`)}>
              {found}
              {remedy !== undefined && (
                <span className="og-fine" style={{ display: "block", color: "var(--og-text)" }}>
                  {t("remedy")} {withCode(remedy)}
                </span>
              )}
            </Marked>
          </li>
        );
      })}
    </ul>
  );
}

/** What stands between backticks is typed by whoever reads it. */
function withCode(text: string) {
  return text.split("`").map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));
}

/** The sentences of a finding, with its sizes and times as this page shows them. */
function useFindingWords() {
  const { t } = useTranslation("doctor");
  const locale = useLocale();
  return ({ code, level, values }: Finding): { found: string; remedy?: string } => {
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (name.endsWith("Bytes")) return [name, formatSize(Number(value), locale)];
        if (name.endsWith("At")) return [name, formatTime(Date.parse(String(value)), "dateTime", browserZone, locale)];
        return [name, value];
      }),
    );
    // All are there (scripts/finding-words.test.ts); one stands for them, since not each has both.
    const key = `findings.${code as "mail_unset"}` as const;
    return { found: t(`${key}.found`, shown), ...(level !== "ok" && { remedy: t(`${key}.remedy`, shown) }) };
  };
}
