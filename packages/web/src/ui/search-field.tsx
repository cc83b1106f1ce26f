import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

import styles from "./search-field.module.css";

export interface SearchFieldProps {
  label: string;
  /** Of the button that empties it. */
  clearLabel: string;
  text: string;
  onText: (text: string) => void;
}

/** Narrows a list by what is typed. */
export function SearchField({ label, clearLabel, text, onText }: SearchFieldProps) {
  // The router answers a moment later; until one leaves the field, it shows what was typed. The list and the address
  // follow each letter at once: anything that came later could take back a link that was clicked in between.
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? text;
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={128}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        shown !== "" && (
          <CloseButton
            size="sm"
            aria-label={clearLabel}
            onClick={() => {
              setTyped(undefined);
              onText("");
            }}
          />
        )
      }
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onText(event.currentTarget.value.trim());
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
