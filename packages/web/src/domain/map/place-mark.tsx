import { StatusMark } from "../containers/status-mark.tsx";
import { EnergyMark } from "../energy-state/energy-mark.tsx";
import type { PlaceState } from "./bubbles.ts";

type LinkState = Extract<PlaceState, "just_offline" | "offline">;
const linkStates: ReadonlySet<PlaceState> = new Set<LinkState>(["just_offline", "offline"]);

/** The mark of what a container counts as on the map. */
export function PlaceMark({ state, wordHidden = false }: { state: PlaceState; wordHidden?: boolean }) {
  if (isOfLink(state)) return <StatusMark state={state} wordHidden={wordHidden} />;
  return <EnergyMark level={state} wordHidden={wordHidden} />;
}

function isOfLink(state: PlaceState): state is LinkState {
  return linkStates.has(state);
}
