import type { Bus } from "../../bus/bus.ts";
import type { LiveSide } from "./live-side.ts";

/** The bus events that the screens of this process depend on. @returns a function that ends the subscriptions. */
export function subscribeLive(bus: Bus, live: LiveSide): () => void {
  const ends = [
    bus.subscribe("sessionEnded", ({ sessionKeys }) => sessionKeys.forEach((key) => live.endSession(key))),
    bus.subscribe("userEnded", ({ userId }) => live.endUser(userId)),
    bus.subscribe("accessChanged", ({ userIds }) => userIds.forEach((userId) => live.accessChanged(userId))),
    bus.subscribe("framesCommitted", ({ containerIds }, state) =>
      state ? live.changed(state.changes) : live.stored(containerIds),
    ),
    bus.subscribe("statusChanged", ({ status, containerIds }, state) => {
      if (state) live.changed(state.changes);
      else live.stored(containerIds, status);
      live.statusChanged(status, containerIds);
    }),
    bus.subscribe("peopleNotified", ({ eventIds }) => live.peopleNotified(eventIds)),
    bus.onMissed(() => live.missed()),
  ];
  return () => ends.forEach((end) => end());
}
