import { Badge, Button, Checkbox, Drawer, NativeSelect, Stack } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { type ContainerSort, countFacets, containerColumns } from "../list-choices.ts";
import { FacetFields, type FacetFieldsProps } from "./facet-fields.tsx";

/** Filters and order on a phone: behind a button that counts those that are set. */
export function FacetSheet(props: FacetFieldsProps) {
  const { t } = useTranslation(["containers", "shared"]);
  const [isOpen, setOpen] = useState(false);
  const { query, onChange } = props;
  const count = countFacets(query);
  const sortBy = (sort: ContainerSort) => {
    const { sort: _sort, reversed: _reversed, ...rest } = query;
    onChange(sort === "state" ? rest : { ...rest, sort });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        rightSection={count > 0 ? <Badge size="sm">{count}</Badge> : undefined}
        onClick={() => setOpen(true)}
      >
        {t("facet.more")}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size={480}
        title={t("facet.more")}
        closeButtonProps={{ "aria-label": t("shared:action.close") }}
      >
        <Stack gap="md">
          <NativeSelect
            label={t("sort.label")}
            value={query.sort ?? "state"}
            data={containerColumns.map((sort) => ({
              value: sort,
              label: sort === "state" ? t("sort.state") : t(`column.${sort}`),
            }))}
            onChange={(event) => sortBy(event.currentTarget.value as ContainerSort)}
          />
          <Checkbox
            label={t("sort.reversed")}
            checked={query.reversed === true}
            onChange={(event) => {
              const { reversed: _reversed, ...rest } = query;
              onChange(event.currentTarget.checked ? { ...rest, reversed: true } : rest);
            }}
          />
          <FacetFields {...props} />
          <Button onClick={() => setOpen(false)}>{t("facet.done")}</Button>
        </Stack>
      </Drawer>
    </>
  );
}
