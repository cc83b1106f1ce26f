import { Button, FileButton, Loader, Text } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { uploadFaultOf } from "./import.data.ts";
import styles from "./import.module.css";

const types = ".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xlsx,text/csv,application/json";

export interface ImportDropProps {
  isOffline: boolean;
  /** @throws ApiError */
  onFile: (file: File) => Promise<void>;
}

/** Takes a file that is dropped or chosen, and says why one cannot be read. */
export function ImportDrop({ isOffline, onFile }: ImportDropProps) {
  const { t } = useTranslation(["import", "ui"]);
  const [name, setName] = useState("");
  const [isOver, setOver] = useState(false);
  const resetChoice = useRef<() => void>(null);
  const upload = useAct(onFile);
  const take = (file: File | null | undefined) => {
    if (!file || upload.isRunning || isOffline) return;
    // The same file can be chosen again after it was changed.
    resetChoice.current?.();
    setName(file.name);
    void upload.run(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const fault = uploadFaultOf(upload.error);
  return (
    <div className="og-close-stack">
      <div
        className={`og-no-print ${styles.drop}`}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        aria-busy={upload.isRunning}
      >
        {upload.isRunning ? <Loader size={32} /> : <IconFileImport size={32} className="og-icon" aria-hidden />}
        <span className="og-strong" role="status">
          {upload.isRunning ? t("drop.busy", { name }) : t("drop.title")}
        </span>
        <span className="og-note">{isOffline ? t("drop.offline") : t("drop.types")}</span>
        <FileButton
          resetRef={resetChoice}
          accept={types}
          onChange={take}
          inputProps={{ "aria-label": t("drop.file"), tabIndex: -1 }}
        >
          {(props) => (
            <Button {...props} variant="default" disabled={upload.isRunning || isOffline}>
              {t("drop.choose")}
            </Button>
          )}
        </FileButton>
      </div>
      {fault ? (
        <Text c="var(--og-danger)" role="alert">
          {name}: {t(`fault.${fault}`)}
        </Text>
      ) : (
        <FormFailure error={upload.error} />
      )}
    </div>
  );
}
