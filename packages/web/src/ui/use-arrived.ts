import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

import { loadChunk } from "../core/chunk.ts";
import { idle } from "../core/idle.ts";

/** A part of the program that nobody needs in the first second. */
export interface IdlePart<Part> {
  /** Undefined until it has come. */
  here: Part | undefined;
  /** Resolves with undefined where it cannot be loaded. */
  come: () => Promise<Part | undefined>;
}

/** Fetched when the browser is idle for the first time after it is asked for, once for all who ask. */
export function whenIdle<Part>(load: () => Promise<Part>): IdlePart<Part> {
  let coming: Promise<Part | undefined> | undefined;
  const part: IdlePart<Part> = {
    here: undefined,
    come: () => {
      coming ??= idle()
        .then(() => loadChunk(load))
        .then(
          (loaded) => (part.here = loaded),
          () => undefined,
        );
      return coming;
    },
  };
  return part;
}

interface Arrived<Part> {
  Part: Part;
  /** Of the target, at that moment. */
  hadFocus: boolean;
}

/**
 * The part once it is here. The element in `target` is then created again, within what the part draws; if it had the focus,
 * it keeps it.
 */
export function useArrived<Part>(
  { here, come }: IdlePart<Part>,
  target: RefObject<HTMLElement | null>,
): Arrived<Part> | undefined {
  const [arrived, setArrived] = useState<Arrived<Part> | undefined>(() => here && { Part: here, hadFocus: false });
  const isWaiting = arrived === undefined;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isMounted = true;
    void come().then((Part) => {
      const hadFocus = target.current?.contains(document.activeElement) === true;
      if (Part && isMounted) setArrived({ Part, hadFocus });
    });
    return () => {
      isMounted = false;
    };
  }, [isWaiting, come, target]);
  useLayoutEffect(() => {
    if (arrived?.hadFocus === true) target.current?.focus();
  }, [arrived, target]);
  return arrived;
}
