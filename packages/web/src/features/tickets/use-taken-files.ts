import { type TicketFileFault, ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";

import type { FileToSend } from "./kept-chat.ts";
import { takeFile } from "./take-file.ts";

export interface RefusedFile {
  name: string;
  fault: TicketFileFault | "too_many";
}

export interface TakenFiles {
  take: (files: readonly File[]) => void;
  paste: (event: ClipboardEvent) => void;
  dropHere: Partial<Record<"onDragOver" | "onDragLeave" | "onDrop", (event: DragEvent) => void>>;
  /** Files are held over the part. */
  isOver: boolean;
  /** Some are being made ready. */
  isBusy: boolean;
  /** Of the last ones, those that were not taken. */
  refused: readonly RefusedFile[];
}

/** Of a part over which files are held. */
export const overLook = { outline: "2px dashed var(--og-accent)" };

/**
 * Takes files for a message that are chosen, dropped or pasted.
 * @param count Files that it has already.
 */
export function useTakenFiles(count: number, onFile: (file: FileToSend) => void): TakenFiles {
  const [isOver, setOver] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const isTaking = useRef(false);
  const refuse = (file: RefusedFile) => setRefused((before) => [...before, file]);
  const takeAll = async (files: readonly File[]) => {
    let room = ticketFileLimits.perMessage - count;
    for (const file of files) {
      if (room <= 0) refuse({ name: file.name, fault: "too_many" });
      else {
        // One after the other: each picture takes much memory while it is made ready.
        const found = await takeFile(file).catch(() => "broken" as const);
        if (typeof found === "string") refuse({ name: file.name, fault: found });
        else {
          room--;
          onFile(found);
        }
      }
      setWaiting((before) => before - 1);
    }
    isTaking.current = false;
  };
  const take = (files: readonly File[]) => {
    if (files.length === 0 || isTaking.current) return;
    isTaking.current = true;
    setRefused([]);
    setWaiting(files.length);
    void takeAll(files);
  };
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return {
    take,
    isOver,
    refused,
    isBusy: waiting > 0,
    paste: (event) => {
      const files = [...event.clipboardData.files];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    },
    dropHere: {
      onDragOver: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      },
    },
  };
}
