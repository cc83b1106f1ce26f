import { Button, Checkbox, Drawer, NativeSelect, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { type ContainerSort, containerSorts, usualSort } from "../list-choices.ts";
import { FacetFields, FavoriteField, type FacetFieldsProps } from "./facet-fields.tsx";

/** Filters and order of the list: on a phone from below, where the thumb is. */
export function FacetDrawer({
  isOpen,
  onClose,
  phone,
  ...props
}: FacetFieldsProps & { isOpen: boolean; phone: boolean; onClose: () => void }) {
  const { t } = useTranslation(["containers", "shared"]);
  const { query, onChange } = props;
  const sortBy = (sort: ContainerSort) => {
    const { sort: _sort, reversed: _reversed, ...rest } = query;
    onChange(sort === usualSort ? rest : { ...rest, sort });
  };
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position={phone ? "bottom" : "right"}
      size={phone ? 480 : 360}
      title={t("facet.more")}
      closeButtonProps={{ "aria-label": t("shared:action.close") }}
    >
      <Stack gap="md">
        <NativeSelect
          label={t("sort.label")}
          value={query.sort ?? usualSort}
          data={containerSorts.map((sort) => ({
            value: sort,
            label: sort === usualSort ? t("sort.trouble") : t(`column.${sort}`),
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
        <FavoriteField {...props} />
        <Button onClick={onClose}>{t("facet.done")}</Button>
      </Stack>
    </Drawer>
  );
}
