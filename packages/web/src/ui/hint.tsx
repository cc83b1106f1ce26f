import type { TooltipProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { cloneElement, type ComponentType, type ReactElement, type Ref, useRef } from "react";

import { useArrived, whenIdle } from "./use-arrived.ts";

interface HintProps extends Omit<TooltipProps, "children"> {
  children: ReactElement;
}

/** A lot of code for texts that nobody reads in the first second; if it cannot be loaded, there are no hints. */
const tooltip = whenIdle<ComponentType<TooltipProps>>(async () => (await import("./hint-tooltip.ts")).Tooltip);

/** A text beside the element that is pointed at or focused; until the browser has been idle, only the child. */
export function Hint({ children, ...props }: HintProps) {
  const target = useRef<HTMLElement>(null);
  const child = children as ReactElement<{ ref?: Ref<HTMLElement> }>;
  const ref = useMergedRef(target, child.props.ref ?? null);
  const arrived = useArrived(tooltip, target);
  const hinted = cloneElement(child, { ref });
  return arrived ? <arrived.Part {...props}>{hinted}</arrived.Part> : hinted;
}
