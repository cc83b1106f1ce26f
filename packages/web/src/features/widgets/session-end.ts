import { sessionIdleMs } from "@offgrid/contract/core/constants";
import { useState } from "react";

import { useCall } from "../../core/api/use-call.ts";

/** When the session of this browser ends if nobody touches the screen from now on, epoch ms. */
export function useSessionEnd() {
  const [nowMs] = useState(() => Date.now());
  return useCall(
    "sessionList",
    {},
    {
      staleTime: Infinity,
      select: ({ data }) => {
        const own = data.find(({ current }) => current);
        return own && Math.min(Date.parse(own.expiresAt), nowMs + sessionIdleMs);
      },
    },
  );
}
