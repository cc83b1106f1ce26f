import { useNavigate, useSearch } from "@tanstack/react-router";

import type { TabProps } from "../tabs/container-tabs.ts";
import { ImportSection } from "./import-section.tsx";

/** The part of the tab General that brings in history; the file that is open is in the address. */
export function ImportPart({ info }: Pick<TabProps, "info">) {
  const { file } = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const open = (importId: number | undefined) =>
    void navigate({
      search: { tab: "general", ...(importId === undefined ? {} : { file: importId }) },
      resetScroll: false,
    });
  return (
    <ImportSection
      containerId={info.containerId}
      container={info.name}
      zone={info.zoneName}
      openId={file}
      onOpen={open}
    />
  );
}
