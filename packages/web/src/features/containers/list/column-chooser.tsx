import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { type ContainerColumn, containerColumns, usualColumns } from "../list-choices.ts";
import { useOpenAtOnce } from "./use-open-at-once.ts";

export interface ColumnChooserProps {
  columns: readonly ContainerColumn[];
  onChange: (columns: ContainerColumn[]) => void;
}

/** Which columns the table has; the name is always one of them. */
export function ColumnChooser({ columns, onChange }: ColumnChooserProps) {
  const { t } = useTranslation("containers");
  const { isOpen, setOpen, attach } = useOpenAtOnce();
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus withinPortal returnFocus>
      <Popover.Target>
        <Button
          ref={attach}
          variant="default"
          title={t("columns.open")}
          leftSection={<IconColumns3 size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {t("columns.open")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("columns.title")}>
        <Checkbox.Group
          aria-label={t("columns.title")}
          value={[...columns]}
          onChange={(chosen) => onChange(containerColumns.filter((column) => chosen.includes(column)))}
        >
          <Stack gap="xs">
            {containerColumns.map((column) => (
              <Checkbox key={column} value={column} label={t(`column.${column}`)} disabled={column === "name"} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Button mt="md" variant="subtle" size="compact-sm" onClick={() => onChange([...usualColumns])}>
          {t("columns.usual")}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
