/** Words of test reads that screens need too. No schema library here: screens import it whole. */

/** `waiting`: for the controller. `read`: it has answered. `failed`: it was not asked, could not read, or said nothing in time. */
export const testReadStates = ["waiting", "read", "failed"] as const;

/** `offline`: the container is not connected. `too_old`: its controller does not know test reads. */
export const testReadObstacles = ["offline", "too_old"] as const;
