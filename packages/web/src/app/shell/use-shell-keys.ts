import { useNavigate, useParams, useRouterState, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { tabOfPlace } from "../../features/container/tabs/container-tabs.ts";
import { takePaletteKey } from "./early-key.ts";
import { goWaitMs, isTyping, type KeyAct, keyActOf, neighbourOf } from "./shell-keys.ts";

export interface ShellKeys {
  /** False where the person switched single keys off. */
  isOn: boolean;
  isThere: (path: string) => boolean;
  /** Ids of all containers, in the order of their names. */
  containerIds: () => readonly string[];
  onPalette: () => void;
  onSheet: () => void;
}

/** Id of the field that `/` leads to. */
export const searchFieldId = "container-search";

/** The keys that work on every screen; lists have some of their own. */
export function useShellKeys(keys: ShellKeys): void {
  const act = useAct(keys);
  const latest = useRef({ keys, act });
  useEffect(() => {
    latest.current = { keys, act };
  });
  useEffect(() => {
    if (takePaletteKey()) latest.current.act({ act: "palette" });
    let gAtMs = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return;
      const state = {
        afterG: event.timeStamp - gAtMs < goWaitMs,
        isSingleOn: latest.current.keys.isOn && !isTyping(document.activeElement),
      };
      const asked = keyActOf(event, state);
      gAtMs = asked === "g" ? event.timeStamp : -Infinity;
      if (asked === undefined || asked === "g") return;
      if (latest.current.act(asked)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** Id of the container whose screen is open; undefined: none is. */
export function useOpenContainer(): string | undefined {
  const { slug } = useParams({ strict: false });
  const isContainer = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => staticData.screen === "container"),
  });
  return isContainer ? slug : undefined;
}

/** Does what was asked for; false where there is nothing to do. */
function useAct({ isThere, containerIds, onPalette, onSheet }: ShellKeys): (asked: KeyAct) => boolean {
  const navigate = useNavigate();
  const tab = useSearch({ strict: false, select: (search) => search.tab });
  const open = useOpenContainer();
  return (asked) => {
    switch (asked.act) {
      case "palette":
        onPalette();
        return true;
      case "sheet":
        onSheet();
        return true;
      case "search":
        document.getElementById(searchFieldId)?.focus();
        return true;
      case "go":
        if (!isThere(asked.path)) return false;
        void navigate({ to: asked.path });
        return true;
      case "neighbour": {
        const next = neighbourOf(containerIds(), open, asked.by);
        if (next === undefined) return false;
        // The same tab: one looks through the containers for the same thing.
        void navigate({ to: "/containers/$slug", params: { slug: next }, search: tab === undefined ? {} : { tab } });
        return true;
      }
      case "tab": {
        const wanted = tabOfPlace(asked.place);
        if (open === undefined || wanted === undefined) return false;
        void navigate({
          to: "/containers/$slug",
          params: { slug: open },
          search: wanted === "overview" ? {} : { tab: wanted },
          resetScroll: false,
        });
        return true;
      }
    }
  };
}
