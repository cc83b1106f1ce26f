import { Button, FileButton } from "@mantine/core";
import { isText, longestFile, writeTypes } from "@offgrid/contract/device-types/types-file";
import { IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import { ImportPreview } from "./import-preview.tsx";
import type { TypesPreview } from "./device-types.data.ts";

export interface ImportCardProps {
  onPreview: (text: string) => Promise<TypesPreview>;
  onStore: (text: string, preview: TypesPreview, only: readonly string[]) => Promise<unknown>;
}

interface Looked {
  text: string;
  /** It is the set that the portal comes with, whose lines nobody has seen. */
  isStarters: boolean;
  preview: TypesPreview;
}

type Why = "tooLarge" | "noText";

/** Why a file is not even looked at. */
function Refused({ why }: { why: Why }) {
  const { t } = useTranslation("device-types");
  return (
    <p className="og-flush og-danger" role="alert">
      {t(why === "noText" ? "wrong.not_text" : "import.tooLarge")}
    </p>
  );
}

/** Types from a file: what it would change is shown line by line before anything is stored. */
export function ImportCard({ onPreview, onStore }: ImportCardProps) {
  const { t } = useTranslation("device-types");
  const [looked, setLooked] = useState<Looked>();
  const [refused, setRefused] = useState<Why>();
  const resetChoice = useRef<() => void>(null);
  const store = useAct(onStore);
  const look = useAct(async (text: string, isStarters: boolean) => {
    store.forget();
    setLooked({ text, isStarters, preview: await onPreview(text) });
  });
  const take = async (file: File | null) => {
    if (!file) return;
    // The same file can be chosen again.
    resetChoice.current?.();
    setLooked(undefined);
    const text = file.size > longestFile ? undefined : await file.text();
    const why = text === undefined ? "tooLarge" : isText(text) ? undefined : "noText";
    setRefused(why);
    if (text !== undefined && why === undefined) await look.run(text, false);
  };
  const takeStarters = async () => {
    const { starterTypes } = await import("@offgrid/contract/device-types/starter-types");
    setRefused(undefined);
    setLooked(undefined);
    await look.run(writeTypes(starterTypes), true);
  };
  return (
    <Section title={t("import.title")}>
      <p className="og-note">{t("import.help")}</p>
      <div className="og-line">
        <FileButton resetRef={resetChoice} accept=".json,.yaml,.yml" onChange={(file) => void take(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden />}
              loading={look.isRunning}
            >
              {t("import.choose")}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" onClick={() => void takeStarters()}>
          {t("import.starters")}
        </Button>
      </div>
      {refused && <Refused why={refused} />}
      <FormFailure error={look.error ?? store.error} />
      <FormDone text={store.isDone ? t("import.done") : undefined} />
      {looked && !store.isDone && (
        <ImportPreview
          preview={looked.preview}
          hasLines={!looked.isStarters}
          isStoring={store.isRunning}
          onStore={(only) => void store.run(looked.text, looked.preview, only)}
        />
      )}
    </Section>
  );
}
