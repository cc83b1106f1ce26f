/** What the load program is told, and what it answers. */
export interface LoadOrder {
  mqttPort: number;
  containers: readonly { containerId: string; secret: string }[];
  framesPerMessage: number;
  valuesPerFrame: number;
  /** Messages of one container that wait for the portal's word at a time. */
  window: number;
  /** Does not count: connections and first messages. */
  warmUpS: number;
  measuredS: number;
}

export interface LoadResult {
  /** Messages that the portal acknowledged (after COMMIT) in the measured time, and their values. */
  messages: number;
  values: number;
  /** Those of the warm-up, too. */
  allMessages: number;
  seconds: number;
  /** From sending a message to its acknowledgement. */
  ackP50Ms: number;
  ackP95Ms: number;
  /** Messages that the portal refused; 0 in a run that counts. */
  refused: number;
  /** What the load program itself took of a processor from its start, in seconds. */
  cpuS: number;
}
