import { StatusMark } from "../containers/status-mark.tsx";
import { EnergyMark } from "../energy-state/energy-mark.tsx";
import type { PlaceState } from "./bubbles.ts";

/** The mark of what a container counts as on the map. */
export function PlaceMark({ state, wordHidden = false }: { state: PlaceState; wordHidden?: boolean }) {
  return state === "offline" || state === "just_offline" || state === "never" ? (
    <StatusMark state={state} wordHidden={wordHidden} />
  ) : (
    <EnergyMark level={state} wordHidden={wordHidden} />
  );
}
