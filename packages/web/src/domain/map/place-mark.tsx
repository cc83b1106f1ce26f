import { useTranslation } from "react-i18next";

import { StatusMark } from "../containers/status-mark.tsx";
import { EnergyMark } from "../energy-state/energy-mark.tsx";
import type { PlaceState } from "./bubbles.ts";

/** What tells its colour: one that never connected looks as one that is offline. */
export function lookOf(state: PlaceState): Exclude<PlaceState, "never"> {
  return state === "never" ? "offline" : state;
}

/** The mark of what a container counts as on the map. */
export function PlaceMark({ state, wordHidden = false }: { state: PlaceState; wordHidden?: boolean }) {
  const { t } = useTranslation("energy-state");
  const look = lookOf(state);
  if (look !== "offline" && look !== "just_offline") return <EnergyMark level={look} wordHidden={wordHidden} />;
  const word = state === "never" ? t("sentence.neverConnected") : undefined;
  return <StatusMark state={look} wordHidden={wordHidden} word={word} />;
}
