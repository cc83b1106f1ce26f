import { Badge, Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { lazy, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import { LaterDialog } from "../../../ui/later-dialog.tsx";
import { countFacets } from "../list-choices.ts";
import type { FacetFieldsProps } from "./facet-fields.tsx";

const FacetDrawer = lazy(() =>
  loadChunk(() => import("./facet-drawer.tsx")).then((part) => ({ default: part.FacetDrawer })),
);

/** Filters and order of the list: behind a button that counts those that are set. */
export function FacetSheet(props: FacetFieldsProps & { phone: boolean }) {
  const { t } = useTranslation("containers");
  const [state, setState] = useState<"open" | "closed">();
  const button = useRef<HTMLButtonElement>(null);
  const count = countFacets(props.query);
  const close = () => {
    setState("closed");
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        title={t("facet.more")}
        leftSection={<IconFilter size={16} aria-hidden />}
        rightSection={count > 0 ? <Badge size="sm">{count}</Badge> : undefined}
        onClick={() => setState("open")}
      >
        {t("facet.more")}
      </Button>
      {state !== undefined && (
        <LaterDialog onClose={() => setState(undefined)}>
          <FacetDrawer {...props} isOpen={state === "open"} onClose={close} />
        </LaterDialog>
      )}
    </>
  );
}
