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

/** A lot of code for texts that nobody reads in the first second; if it cannot be loaded, there are no hints. */
function tooltip(): Promise<ComponentType<TooltipProps> | undefined> {
  arriving ??= idle()
    .then(() => loadChunk(() => import("./hint-tooltip.ts")))
    .then(
      (part) => (here = part.Tooltip),
      () => undefined,
    );
  return arriving;
}

/** A text beside the element that is pointed at or focused; until the browser has been idle, only the child. */
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
  // The child is created again when its hint arrives; if it had the focus, it keeps it.
  useLayoutEffect(() => {
    if (arrived?.hadFocus === true) target.current?.focus();
  }, [arrived]);
  const hinted = cloneElement(child, { ref });
  return arrived ? <arrived.Tooltip {...props}>{hinted}</arrived.Tooltip> : hinted;
}
