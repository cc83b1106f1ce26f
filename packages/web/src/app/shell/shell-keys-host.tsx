import { useDisclosure } from "@mantine/hooks";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { MenuEntry } from "@offgrid/contract/core/menu";
import { useQueryClient } from "@tanstack/react-query";
import { lazy } from "react";

import { callQuery } from "../../core/api/use-call.ts";
import { loadChunk } from "../../core/chunk.ts";
import { signOut } from "../../features/session/session.data.ts";
import { LaterDialog } from "../../ui/later-dialog.tsx";
import { rememberLetters, takeLetters } from "./early-key.ts";
import { useOpenContainer, useShellKeys } from "./use-shell-keys.ts";

const Palette = lazy(() => loadChunk(() => import("./palette.tsx")).then((part) => ({ default: part.Palette })));
const KeySheet = lazy(() => loadChunk(() => import("./key-sheet.tsx")).then((part) => ({ default: part.KeySheet })));

interface ShellKeysProps {
  /** False where the person switched single keys off. */
  isOn: boolean;
  entries: readonly MenuEntry[];
  isThere: (path: string) => boolean;
  onTheme: (theme: "light" | "dark") => void;
}

/** The keys of every screen, and what they open. */
export function ShellKeys({ isOn, entries, isThere, onTheme }: ShellKeysProps) {
  const [palette, paletteControls] = useDisclosure(false);
  const [sheet, sheetControls] = useDisclosure(false);
  const client = useQueryClient();
  const openContainer = useOpenContainer();
  useShellKeys({
    isOn,
    isThere,
    containerIds: () => idsByName(client.getQueryData(callQuery("getSitesV2", {}).queryKey)?.data ?? []),
    onPalette: () => {
      if (!palette) rememberLetters();
      paletteControls.open();
    },
    onSheet: sheetControls.open,
  });
  const closePalette = () => {
    takeLetters();
    paletteControls.close();
  };
  return (
    <>
      <LaterDialog onClose={closePalette}>
        {palette && (
          <Palette
            entries={entries}
            openContainer={openContainer}
            onTheme={onTheme}
            onSheet={sheetControls.open}
            onSignOut={() => void signOut()}
            onClose={closePalette}
          />
        )}
      </LaterDialog>
      <LaterDialog onClose={sheetControls.close}>
        {sheet && <KeySheet isThere={isThere} onClose={sheetControls.close} />}
      </LaterDialog>
    </>
  );
}

function idsByName(rows: readonly ContainerRow[]): string[] {
  return rows.toSorted((one, other) => one.name.localeCompare(other.name)).map(({ containerId }) => containerId);
}
