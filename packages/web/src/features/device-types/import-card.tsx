import { Button, FileButton } from "@mantine/core";
import { longestFile, writeTypes } from "@offgrid/contract/device-types/types-file";
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
  preview: TypesPreview;
}

/** Types from a file: what it would change is shown line by line before anything is stored. */
export function ImportCard({ onPreview, onStore }: ImportCardProps) {
  const { t } = useTranslation("device-types");
  const [looked, setLooked] = useState<Looked>();
  const [isTooLarge, setTooLarge] = useState(false);
  const resetChoice = useRef<() => void>(null);
  const store = useAct(onStore);
  const look = useAct(async (text: string) => {
    setLooked(undefined);
    store.forget();
    setLooked({ text, preview: await onPreview(text) });
  });
  const take = async (file: File | null) => {
    if (!file) return;
    // The same file can be chosen again.
    resetChoice.current?.();
    setTooLarge(file.size > longestFile);
    if (file.size <= longestFile) await look.run(await file.text());
  };
  const takeStarters = async () => {
    const { starterTypes } = await import("@offgrid/contract/device-types/starter-types");
    setTooLarge(false);
    await look.run(writeTypes(starterTypes));
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
      {isTooLarge && <p className="og-flush og-danger">{t("import.tooLarge")}</p>}
      <FormFailure error={look.error ?? store.error} />
      <FormDone text={store.isDone ? t("import.done") : undefined} />
      {looked && !store.isDone && (
        <ImportPreview
          preview={looked.preview}
          isStoring={store.isRunning}
          onStore={(only) => void store.run(looked.text, looked.preview, only)}
        />
      )}
    </Section>
  );
}
