import { Button, UnstyledButton } from "@mantine/core";
import { isPicture } from "@offgrid/contract/tickets/ticket-files";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { receiveFile } from "../../core/api/call.ts";
import { saveFile } from "../../core/save-file.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useSeen } from "../../ui/use-seen.ts";
import { useFileSize } from "./file-names.tsx";
import type { TicketMessage } from "./tickets.data.ts";

type MessageFile = TicketMessage["files"][number];
interface Props {
  ticketId: string;
  file: MessageFile;
}

/** Files of a message: pictures are seen at once, all else is saved. */
export function MessageFiles({ ticketId, files }: { ticketId: string; files: readonly MessageFile[] }) {
  const { t } = useTranslation("tickets");
  return (
    <ul className="og-plain-list og-wrap" aria-label={t("files.list")}>
      {files.map((file) => (
        <li key={file.id} style={{ maxWidth: "100%" }}>
          {isPicture(file.type) ? <Picture {...{ ticketId, file }} /> : <SaveButton {...{ ticketId, file }} />}
        </li>
      ))}
    </ul>
  );
}

function SaveButton({ ticketId, file }: Props) {
  const { t } = useTranslation("tickets");
  const sized = useFileSize();
  const save = useAct(async () => {
    const { contents } = await receiveFile("ticketFile", { id: ticketId, fileId: file.id });
    saveFile({ name: file.name, contents });
  });
  return (
    <>
      <Button
        variant="default"
        h="auto"
        py={6}
        maw="100%"
        styles={{ label: { whiteSpace: "normal", overflowWrap: "anywhere" } }}
        loading={save.isRunning}
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={t("files.save", { name: file.name })}
        onClick={() => void save.run()}
      >
        {file.name} · {sized(file.bytes)}
      </Button>
      <FormFailure error={save.error} />
    </>
  );
}

const heightPx = 120;

/** Is fetched once it comes into view; where that fails it can be saved all the same. */
function Picture({ ticketId, file }: Props) {
  const { t } = useTranslation("tickets");
  const { ref, isSeen } = useSeen();
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ["ticketFile", { id: ticketId, fileId: file.id }],
    queryFn: async ({ signal }) =>
      (await receiveFile("ticketFile", { id: ticketId, fileId: file.id }, { signal })).contents,
    enabled: isSeen,
    staleTime: Infinity,
  });
  if (isError) return <SaveButton {...{ ticketId, file }} />;
  return (
    <div ref={ref} style={{ minHeight: heightPx, minWidth: 48 }}>
      {data && (
        <UnstyledButton aria-label={t("files.open", { name: file.name })} onClick={() => setOpen(true)}>
          <Received contents={data} alt="" style={{ height: heightPx, maxWidth: "100%", objectFit: "contain" }} />
        </UnstyledButton>
      )}
      {isOpen && data && (
        <Dialog size="auto" title={file.name} onClose={() => setOpen(false)}>
          <div className="og-close-stack">
            <Received
              contents={data}
              alt={file.name}
              style={{ maxWidth: "100%", maxHeight: "75vh", objectFit: "contain" }}
            />
            <SaveButton {...{ ticketId, file }} />
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** A picture as it was received. */
function Received({ contents, alt, style }: { contents: Blob; alt: string; style: CSSProperties }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const address = URL.createObjectURL(contents);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [contents],
  );
  return <img ref={show} alt={alt} style={style} />;
}
