import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import type { PlacedContainer } from "./bubbles.ts";

/** Containers that belong together. */
export interface MapGroup {
  id: string;
  name: string;
  containers: readonly PlacedContainer[];
}

/** Containers that the map is to show. */
export interface MapFocus {
  ids: readonly string[];
}

export interface FleetMapProps {
  /** What the map is called, for readers. */
  title: string;
  /** Those without a position are left out. */
  containers: readonly ContainerRow[];
  now: number;
  /** When the containers were last known, epoch ms; absent: now. */
  knownMs?: number | undefined;
  /** In pixels. */
  height: number;
  /** Outlined with their names. */
  groups?: readonly MapGroup[];
  /** The container whose card is open. */
  selectedId?: string | undefined;
  onSelect?: (containerId: string | undefined) => void;
  /** Where the map is to move: each new value moves it. Absent at first: everything is shown. */
  focus?: MapFocus | undefined;
  /** Containers that are marked. */
  chosen?: ReadonlySet<string>;
  /** Present where containers are chosen on the map: by drawing around them, or all that are in view. */
  onChoose?: (containerIds: readonly string[]) => void;
}
