import { Select, type SelectProps } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { memo, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { containerText, fuzzySearch } from "../../domain/containers/search-containers.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { ContainerOption } from "./container-option.tsx";
import palette from "./palette.module.css";
import classes from "./shell.module.css";
import { searchFieldId } from "./use-shell-keys.ts";

/** People do not read more than this before they type another letter. */
const shownAtMost = 50;
const none: never[] = [];

/** Finds a container by its name or id and opens it. */
export const ContainerSearch = memo(function ContainerSearch() {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  // Nothing while it is closed: any of thousands of containers may change each second.
  const containers = useCall("getSitesV2", {}, isOpen ? {} : { notifyOnChangeProps: none });
  const rows = isOpen ? (containers.data?.data ?? none) : none;
  const found = useMemo(() => fuzzySearch(rows, search, containerText).slice(0, shownAtMost), [rows, search]);
  const byId = new Map(found.map((row) => [row.containerId, row]));

  const option: SelectProps["renderOption"] = ({ option: { value } }) => {
    const row = byId.get(value);
    if (!row) return null;
    return <ContainerOption row={row} />;
  };
  return (
    <Select
      ref={field}
      id={searchFieldId}
      className={classes.search}
      data-tour="search"
      aria-label={t("search")}
      placeholder={t(isPhone ? "search_short" : "search")}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={null}
      searchable
      selectFirstOptionOnChange
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={found.map(({ containerId, name }) => ({ value: containerId, label: name }))}
      filter={({ options }) => options}
      // A scroll area of its own inside the list would be a place that no key reaches.
      withScrollArea={false}
      classNames={{ options: palette.options }}
      renderOption={option}
      nothingFoundMessage={
        // The list may hold nothing but options.
        <span role="option" aria-disabled aria-selected={false}>
          {containers.isPending ? t("search_loading") : containers.isError ? t("search_failed") : t("search_none")}
        </span>
      }
      onChange={(containerId) => {
        if (containerId === null) return;
        field.current?.blur();
        void navigate({ to: "/containers/$slug", params: { slug: containerId } });
      }}
      // On a phone the field is narrower than what is found.
      comboboxProps={{ shadow: "md", width: isPhone ? "calc(100vw - 16px)" : "target" }}
    />
  );
});
