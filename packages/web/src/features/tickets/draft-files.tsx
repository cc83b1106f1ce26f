import { Button, FileButton } from "@mantine/core";
import { ticketFileChoices, ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import { IconPaperclip } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { FileNames, useFileWords } from "./file-names.tsx";
import type { FileToSend } from "./kept-chat.ts";
import type { TakenFiles } from "./use-taken-files.ts";

interface Props {
  files: readonly FileToSend[];
  taking: TakenFiles;
  onRemove: (clientId: string) => void;
}

/** Files that go with what is being written, and why others do not. */
export function FilesOfDraft({ files, taking, onRemove }: Props) {
  const { t } = useTranslation("tickets");
  const words = useFileWords();
  const resetChoice = useRef<() => void>(null);
  const choose = (chosen: File[]) => {
    // So that the same file can be chosen again.
    resetChoice.current?.();
    taking.take(chosen);
  };
  const isFull = files.length >= ticketFileLimits.perMessage;
  return (
    <div className="og-close-stack og-tight">
      <FileNames files={files} onRemove={onRemove} />
      {taking.refused.map(({ name, fault }) => (
        <p key={`${name} ${fault}`} className="og-flush og-anywhere" role="alert" style={{ color: "var(--og-danger)" }}>
          {name}: {words.fault(fault)}
        </p>
      ))}
      <div className="og-line">
        <FileButton
          multiple
          resetRef={resetChoice}
          accept={ticketFileChoices}
          onChange={choose}
          inputProps={{ "aria-label": t("files.choose"), tabIndex: -1 }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-md"
              loading={taking.isBusy}
              disabled={isFull}
              leftSection={<IconPaperclip size={16} aria-hidden />}
            >
              {t("files.add")}
            </Button>
          )}
        </FileButton>
        <span className="og-note">{words.which}</span>
      </div>
    </div>
  );
}
