import { type MouseEvent, useEffect, useRef } from "react";

/**
 * Keeps the focus near a button that is disabled while it works, or afterwards: browsers drop the focus of such a button,
 * and whoever works by keyboard would begin at the top of the page again.
 */
export function useKeptFocus<Place extends HTMLElement>(isWaiting: boolean, isDisabled = false) {
  const pressed = useRef<HTMLButtonElement>(null);
  /** What gets the focus where the button cannot have it. */
  const place = useRef<Place>(null);
  useEffect(() => {
    const button = pressed.current;
    if (isWaiting || !button) return;
    const holder = document.activeElement;
    if (holder !== null && holder !== document.body && holder !== button && holder !== place.current) {
      // Whoever pressed it has gone on.
      pressed.current = null;
      return;
    }
    if (button.isConnected && !button.disabled) button.focus();
    else place.current?.focus();
  }, [isWaiting, isDisabled]);
  const onPress = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    pressed.current = currentTarget;
  };
  return { onPress, place };
}
