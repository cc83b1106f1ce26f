import { Button, MultiSelect, type MultiSelectProps, Pill } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** So many picked names are shown, and the number of the others; one more would take as much room as saying so. */
const shownFolded = 4;

/** As wide as its name, and of two lines in a field that is narrower, rather than cut off. */
const wrapped = {
  root: { flex: "0 1 auto" },
  label: { whiteSpace: "normal", overflowWrap: "break-word", lineHeight: "18px" },
  // Its picture has no width of its own, which counts as 300 px of what the pill asks for.
  remove: { flex: "none", width: 24 },
} as const;

export type ManySelectProps = Omit<MultiSelectProps, "renderPill" | "onKeyDown" | "value"> & {
  value: readonly string[];
};

/** A choice of any number of names; of many that are picked, the first are named and the others counted until asked for. */
export function ManySelect({ value, ...select }: ManySelectProps) {
  const { t } = useTranslation("ui");
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = !isUnfolded && value.length > shownFolded + 1;
  const rest = value.length - shownFolded;
  return (
    <MultiSelect
      {...select}
      value={[...value]}
      onKeyDown={(event) => {
        if (!isFolded || event.key !== "Backspace" || event.currentTarget.value !== "") return;
        // It would take away a name that nobody sees.
        event.preventDefault();
        setUnfolded(true);
      }}
      renderPill={({ option, value: id = "", onRemove }) => {
        const at = value.indexOf(id);
        if (isFolded && at > shownFolded) return null;
        if (!isFolded || at < shownFolded)
          return (
            <Pill withRemoveButton onRemove={onRemove} h="auto" styles={wrapped}>
              {option?.label ?? id}
            </Pill>
          );
        return (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={(event) => {
              event.stopPropagation();
              setUnfolded(true);
            }}
          >
            {t("list.more", { count: rest })}
          </Button>
        );
      }}
    />
  );
}
