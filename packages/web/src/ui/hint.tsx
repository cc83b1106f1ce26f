import type { TooltipProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import {
  cloneElement,
  type ComponentType,
  type ReactElement,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

import { loadChunk } from "../core/chunk.ts";
import { idle } from "../core/idle.ts";

interface HintProps extends Omit<TooltipProps, "children"> {
  children: ReactElement;
}

interface Arrived {
  Tooltip: ComponentType<TooltipProps>;
  /** Of the child, at that moment. */
  hadFocus: boolean;
}

let here: ComponentType<TooltipProps> | undefined;
let arriving: Promise<ComponentType<TooltipProps> | undefined> | undefined;

/** A large program for words that nobody reads in the first second; where it cannot be had, there are no hints. */
function tooltip(): Promise<ComponentType<TooltipProps> | undefined> {
  arriving ??= idle()
    .then(() => loadChunk(() => import("./hint-tooltip.ts")))
    .then(
      (part) => (here = part.Tooltip),
      () => undefined,
    );
  return arriving;
}

/** Words beside what one points at or focuses; until the browser was idle the child alone. */
export function Hint({ children, ...props }: HintProps) {
  const [arrived, setArrived] = useState<Arrived | undefined>(() => here && { Tooltip: here, hadFocus: false });
  const target = useRef<HTMLElement>(null);
  const child = children as ReactElement<{ ref?: Ref<HTMLElement> }>;
  const ref = useMergedRef(target, child.props.ref ?? null);
  const isWaiting = arrived === undefined;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isMounted = true;
    void tooltip().then((Tooltip) => {
      const hadFocus = target.current?.contains(document.activeElement) === true;
      if (Tooltip && isMounted) setArrived({ Tooltip, hadFocus });
    });
    return () => {
      isMounted = false;
    };
  }, [isWaiting]);
  // The child is made anew when its hint arrives; who had come to it already stays there.
  useLayoutEffect(() => {
    if (arrived?.hadFocus === true) target.current?.focus();
  }, [arrived]);
  const hinted = cloneElement(child, { ref });
  return arrived ? <arrived.Tooltip {...props}>{hinted}</arrived.Tooltip> : hinted;
}
