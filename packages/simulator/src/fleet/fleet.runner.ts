/** Runs members of the fleet: real controllers on simulated plants, whose past is imported in the background. */
import type { Fleet, FleetOptions, FleetProgress } from "./fleet.types.ts";
import { openMember } from "./member.ts";

/**
 * Starts the members: each continues from its memory file, or starts afresh with a history to import.
 * @returns As soon as all controllers read; links and history follow.
 */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const nowMs = (options.now ?? Date.now)();
  const running = await Promise.all(
    options.members.map(({ member, secret }) => openMember(options, member, secret, nowMs)),
  );
  const progress = (): FleetProgress => ({
    done: running.reduce((sum, one) => sum + one.progress().done, 0),
    total: running.reduce((sum, one) => sum + one.progress().total, 0),
  });
  for (const one of running) one.onProgress(() => options.onProgress?.(progress()));
  try {
    await Promise.all(running.map((one) => one.start()));
  } catch (error) {
    await Promise.all(running.map((one) => one.close()));
    throw error;
  }
  return {
    handles: running,
    handle: (containerId) => {
      const found = running.find(({ member }) => member.containerId === containerId);
      if (!found) throw new Error(`No member of the running fleet is called ${containerId}.`);
      return found;
    },
    progress,
    historyDone: Promise.all(running.map((one) => one.historyDone)).then(() => undefined),
    stop: async () => {
      await Promise.all(running.map((one) => one.close()));
    },
  };
}
