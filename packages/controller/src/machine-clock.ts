import { existsSync } from "node:fs";

/** A clock with a battery, and the note of systemd that the network has set the clock. */
const signs = ["/dev/rtc0", "/run/systemd/timesync/synchronized"];

/** Whether this machine's clock can be relied on before the portal has sent its time. */
export function isMachineClockRight(): boolean {
  return signs.some((file) => existsSync(file));
}
