import { useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { isReachable, onReachChange } from "../../../core/api/reach.ts";
import { saveFile } from "../../../core/save-file.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { ImportDrop } from "./import-drop.tsx";
import { ImportList } from "./import-list.tsx";
import {
  type ImportState,
  cancelImport,
  readReport,
  removeImport,
  startImport,
  undoImport,
  uploadFile,
  useImports,
  useMayImport,
  useOpenedFile,
} from "./import.data.ts";
import { OpenedFileCard } from "./opened-file.tsx";
import { refusedFile } from "./refused-words.ts";

export interface ImportSectionProps {
  containerId: string;
  container: string;
  zone: string;
  /** The uploaded file that is open, as the address has it. */
  openId: number | undefined;
  onOpen: (importId: number | undefined) => void;
}

/** Bringing in measurements from a file, and what became of earlier files. */
export function ImportSection({ containerId, container, zone, openId, onOpen }: ImportSectionProps) {
  const { t } = useTranslation("import");
  const mayImport = useMayImport();
  return (
    <Section title={t("title")}>
      {mayImport ? (
        <Imports {...{ containerId, container, zone, openId, onOpen }} />
      ) : (
        <p className="og-flush">{t("notAllowed")}</p>
      )}
    </Section>
  );
}

function Imports({ containerId, container, zone, openId, onOpen }: ImportSectionProps) {
  const { t } = useTranslation("import");
  const imports = useImports(containerId);
  const opened = useOpenedFile(containerId, openId);
  const isOffline = !useSyncExternalStore(onReachChange, isReachable);
  // For another sheet of the same workbook.
  const file = useRef<File>(undefined);
  const take = async (chosen: File) => {
    const importId = await uploadFile(containerId, chosen);
    file.current = chosen;
    onOpen(importId);
  };
  const other = async (sheet: number) => {
    const { current } = file;
    if (!current || openId === undefined) return;
    const importId = await uploadFile(containerId, current, { sheet });
    await cancelImport(containerId, openId).catch(() => {});
    onOpen(importId);
  };
  const isGone = openId !== undefined && opened.error?.code === "not_found";
  return (
    <div className="og-stack">
      <p className="og-note">{t("intro")}</p>
      <Gone isGone={isGone} />
      {openId === undefined || isGone ? (
        <ImportDrop isOffline={isOffline} onFile={take} />
      ) : (
        <Async of={quiet(opened)} height={320}>
          {(data) => (
            <OpenedFileCard
              key={data.importId}
              {...{ containerId, container, zone, isOffline }}
              file={data}
              onSheet={file.current ? other : undefined}
              onStart={async (plan) => {
                await startImport(containerId, data.importId, plan);
                onOpen(undefined);
              }}
              onRemove={async () => {
                await cancelImport(containerId, data.importId);
                onOpen(undefined);
              }}
            />
          )}
        </Async>
      )}
      <div>
        <h3 className="og-title">{t("list.title")}</h3>
        <Async
          of={quiet(imports)}
          height={80}
          empty={<EmptyState title={t("list.none")} />}
          isEmpty={(data) => data.every(({ importId }) => importId === openId)}
        >
          {(data) => <ActiveList {...{ containerId, zone, openId, onOpen }} imports={data} />}
        </Async>
      </div>
    </div>
  );
}

function Gone({ isGone }: { isGone: boolean }) {
  const { t } = useTranslation("import");
  return (
    <p className="og-flush" role="alert" hidden={!isGone}>
      {isGone && t("open.gone")}
    </p>
  );
}

interface ActiveListProps extends Pick<ImportSectionProps, "containerId" | "zone" | "openId" | "onOpen"> {
  imports: readonly ImportState[];
}

/** The list with what its buttons do. */
function ActiveList({ containerId, zone, openId, onOpen, imports }: ActiveListProps) {
  const { t } = useTranslation("import");
  const [undone, setUndone] = useState<ImportState>();
  const [removed, setRemoved] = useState<ImportState>();
  const stop = useAct((one: ImportState) => cancelImport(containerId, one.importId));
  const undo = useAct((one: ImportState) => undoImport(containerId, one.importId));
  const report = useAct(async (one: ImportState) => {
    const { refused, conflictsAt } = await readReport(containerId, one.importId);
    saveFile(refusedFile(t, one, { end: "report", refused, conflictsAt }));
  });
  const confirm = async () => {
    if (undone && (await undo.run(undone))) setUndone(undefined);
  };
  return (
    <>
      <FormFailure error={stop.error ?? report.error} />
      <ImportList
        imports={imports}
        zone={zone}
        openId={openId}
        onContinue={({ importId }) => onOpen(importId)}
        onStop={(one) => void stop.run(one)}
        onUndo={setUndone}
        onRemove={setRemoved}
        onReport={(one) => void report.run(one)}
      />
      {undone && (
        <ConfirmDialog
          title={t("undo.title")}
          confirm={t("undo.act")}
          isRunning={undo.isRunning}
          error={undo.error}
          onConfirm={() => void confirm()}
          onClose={() => setUndone(undefined)}
        >
          {t("undo.text", { name: undone.name })}
        </ConfirmDialog>
      )}
      {removed && <RemoveDialog {...{ containerId }} one={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function RemoveDialog({ containerId, one, onClose }: { containerId: string; one: ImportState; onClose: () => void }) {
  const { t } = useTranslation("import");
  const isWaiting = one.state === "uploaded";
  const remove = useAct(() => (isWaiting ? cancelImport : removeImport)(containerId, one.importId));
  const confirm = async () => {
    if (await remove.run()) onClose();
  };
  return (
    <ConfirmDialog
      title={t("remove.title", { name: one.name })}
      confirm={t("remove.act")}
      isRunning={remove.isRunning}
      error={remove.error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(isWaiting ? "remove.text" : one.state === "undone" ? "remove.undone" : "remove.ended")}
    </ConfirmDialog>
  );
}
