import { Button, FileButton, TextInput } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { locales } from "@offgrid/contract/core/constants";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { ReleaseNotes } from "../../domain/releases/release-notes.tsx";
import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { Release } from "./upgrades.data.ts";

interface ReleaseSectionProps {
  /** Null: there is none yet. */
  newest: Release | null;
  /** The portal knows whose signature it trusts. */
  canAdd: boolean;
  zone: string;
  onAdd: (file: File, notes: Release["notes"]) => Promise<unknown>;
}

/** The newest release, and how another one is added. */
export function ReleaseSection({ newest, canAdd, zone, onAdd }: ReleaseSectionProps) {
  const { t } = useTranslation("upgrades");
  const locale = useLocale();
  return (
    <Section title={t("releases")}>
      <p className="og-note">{t("releasesWhy")}</p>
      {newest ? (
        <p className="og-flush og-anywhere">
          <span className="og-strong">{newest.version}</span>{" "}
          {t("newest", {
            at: formatTime(Date.parse(newest.releasedAt), "dateTime", zone, locale),
            size: formatQuantityText(newest.size, "B", locale),
          })}{" "}
          <ReleaseNotes notes={newest.notes} />
        </p>
      ) : (
        <p className="og-flush">{t("noRelease")}</p>
      )}
      {canAdd ? <AddRelease onAdd={onAdd} /> : <p className="og-flush">{t("noKeys")}</p>}
    </Section>
  );
}

function AddRelease({ onAdd }: Pick<ReleaseSectionProps, "onAdd">) {
  const { t } = useTranslation("upgrades");
  const [notes, setNotes] = useState<Release["notes"]>({});
  const add = useAct(onAdd);
  const resetChoice = useRef<() => void>(null);
  const take = async (file: File | null) => {
    if (!file) return;
    // The same file can be chosen again.
    resetChoice.current?.();
    if (await add.run(file, notes)) setNotes({});
  };
  return (
    <details className="og-details">
      <summary>{t("add")}</summary>
      <div className="og-stack og-mid og-field-width">
        {locales.map(({ code, name }) => (
          <TextInput
            key={code}
            lang={code}
            label={t("notes", { language: name })}
            description={t("notesHelp")}
            maxLength={2_000}
            value={notes[code] ?? ""}
            onChange={(event) => setNotes({ ...notes, [code]: event.currentTarget.value })}
          />
        ))}
        <FormFailure error={add.error} />
        <FormDone text={add.isDone ? t("added") : undefined} />
        <div>
          <FileButton resetRef={resetChoice} accept=".release" onChange={(file) => void take(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconUpload size={18} aria-hidden />}
                loading={add.isRunning}
              >
                {t("choose")}
              </Button>
            )}
          </FileButton>
        </div>
      </div>
    </details>
  );
}
