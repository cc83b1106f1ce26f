import { Button, type ButtonProps, Menu } from "@mantine/core";
import { type FileFormat, fileFormats, writeTypes } from "@offgrid/contract/device-types/types-file";
import { useTranslation } from "react-i18next";

import { saveFile } from "../../core/save-file.ts";
import type { DeviceType } from "./device-types.data.ts";

interface Props {
  types: readonly DeviceType[];
  word: string;
  /** In full, where the word does not say of what. */
  label?: string;
  size?: ButtonProps["size"];
}

/** Saves types as a file, in the format that is chosen. */
export function ExportMenu({ types, word, label, size }: Props) {
  const { t } = useTranslation("device-types");
  const save = (format: FileFormat) => {
    const type = format === "json" ? "application/json" : "application/yaml";
    const [only] = types.length === 1 ? types : [];
    const contents = new Blob([writeTypes(types, format)], { type });
    saveFile({ name: `${only?.id ?? "device-types"}.${format}`, contents });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size={size ?? "sm"} disabled={types.length === 0} aria-label={label}>
          {word}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fileFormats.map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {t(`formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
