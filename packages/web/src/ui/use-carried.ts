import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";

import { carriedTo, carryFrom } from "../core/i18n/carried.ts";

/**
 * A state that is still there when the page has been loaded in another language.
 * @param place Names the form among all of a page, the same in each language.
 * @param isTyped Somebody typed it: what stands there from the start comes by itself, in the language of the page.
 */
export function useCarriedState<State>(
  place: string,
  initial: State | (() => State),
  isTyped: (state: State) => boolean,
): [State, Dispatch<SetStateAction<State>>] {
  const [state, setState] = useState<State>(() => {
    const carried = carriedTo(place) as State | undefined;
    return carried ?? (initial instanceof Function ? initial() : initial);
  });
  const held = useRef<State | undefined>(undefined);
  useEffect(() => {
    held.current = isTyped(state) ? state : undefined;
  });
  useEffect(() => carryFrom(place, () => held.current), [place]);
  return [state, setState];
}
