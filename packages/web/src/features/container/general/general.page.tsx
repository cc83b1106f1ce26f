import { useNavigate, useSearch } from "@tanstack/react-router";

import type { TabProps } from "../container-tabs.ts";
import { ImportSection } from "../import/import-section.tsx";
import { PricesSection } from "./prices-section.tsx";

/** What is set for one container. */
export function GeneralTab({ info }: TabProps) {
  const { file } = useSearch({ from: "/main/containers/$slug" });
  const navigate = useNavigate({ from: "/containers/$slug" });
  const open = (importId: number | undefined) =>
    void navigate({
      search: { tab: "general", ...(importId === undefined ? {} : { file: importId }) },
      resetScroll: false,
    });
  return (
    <div className="og-stack">
      <PricesSection containerId={info.containerId} />
      <ImportSection
        containerId={info.containerId}
        container={info.name}
        zone={info.zoneName}
        openId={file}
        onOpen={open}
      />
    </div>
  );
}
