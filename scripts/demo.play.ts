/** How the scenes of the demonstration are played. */

/** Told what could not be played, and why. */
export type SceneFailure = (scene: string, error: Error) => void;

/**
 * Plays scenes one after the other. One that fails is told of, and the next is played all the same. With the end of the
 * demonstration no other begins, and what that broke off is no failure.
 */
export async function playAll(
  scenes: Readonly<Record<string, () => Promise<void>>>,
  onFailure: SceneFailure,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, play] of Object.entries(scenes)) {
    if (signal.aborted) return;
    try {
      await play();
    } catch (error) {
      if (!signal.aborted) onFailure(name, error instanceof Error ? error : new Error(String(error)));
    }
  }
}
