import { ActionIcon } from "@mantine/core";
import { ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import { IconPaperclip, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatSize } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { FileToSend } from "./kept-chat.ts";
import type { SendFault } from "./send-message.ts";

interface Props {
  files: readonly Pick<FileToSend, "clientId" | "name" | "bytes">[];
  /** Left out: they stay. */
  onRemove?: (clientId: string) => void;
}

/** Files of a message that is not sent yet, one to a line. */
export function FileNames({ files, onRemove }: Props) {
  const { t } = useTranslation("tickets");
  const sized = useFileSize();
  if (files.length === 0) return null;
  return (
    <ul className="og-plain-list og-close-stack og-tight" aria-label={t("files.list")}>
      {files.map(({ clientId, name, bytes }) => (
        <li key={clientId} className="og-line">
          <IconPaperclip size={18} className="og-icon" aria-hidden />
          <span className="og-anywhere">{name}</span>
          <span className="og-note">{sized(bytes)}</span>
          {onRemove && (
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t("files.remove", { name })}
              onClick={() => onRemove(clientId)}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is said of files. */
export function useFileWords() {
  const { t } = useTranslation("tickets");
  const sized = useFileSize();
  const limits = { count: ticketFileLimits.perMessage, size: sized(ticketFileLimits.bytes) };
  return {
    which: t("files.which", limits),
    fault: (fault: SendFault | "too_many") => t(`files.faults.${fault}`, limits),
  };
}

/** The size of a file in words. */
export function useFileSize(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => formatSize(bytes, locale);
}
