/** The load program's orders and answers, by kind of load. */
export type LoadOrder =
  | ({ kind: "full" } & FullOrder)
  | ({ kind: "herd" } & HerdOrder)
  | ({ kind: "live" } & LiveOrder)
  | ({ kind: "raise" } & RaiseOrder);

export interface Sender {
  containerId: string;
  secret: string;
}

export interface FullOrder {
  mqttPort: number;
  containers: readonly Sender[];
  framesPerMessage: number;
  valuesPerFrame: number;
  /** Messages of one container that may wait for the portal's answer at a time. */
  window: number;
  /** Not counted: connections and first messages. */
  warmUpS: number;
  measuredS: number;
}

export interface FullResult {
  /** Messages that the portal acknowledged (after COMMIT) in the measured time, and their values. */
  messages: number;
  values: number;
  /** Including those of the warm-up. */
  allMessages: number;
  seconds: number;
  /** From sending a message to its acknowledgement. */
  ackP50Ms: number;
  ackP95Ms: number;
  /** Messages that the portal refused; 0 in a run that counts. */
  refused: number;
  /** Processor time of the load program itself since its start, in seconds. */
  cpuS: number;
}

export interface HerdOrder {
  mqttPort: number;
  containers: readonly Sender[];
}

export interface HerdResult {
  /** From the first try to the last CONNACK, and to the last frame that was acknowledged. */
  acceptedAfterS: number;
  storedAfterS: number;
  /** Tries that were refused and repeated. */
  retries: number;
}

export interface LiveOrder {
  mqttPort: number;
  webSocketUrl: string;
  /** Each sends a message a second. */
  containers: readonly Sender[];
  screens: readonly { username: string; password: string; containerId: string }[];
  seconds: number;
}

export interface LiveResult {
  sent: number;
  /** From sending a message until the screen shows its value or a newer one. */
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Screens that ended on the last value. */
  right: number;
}

export interface RaiseOrder {
  mqttPort: number;
  webSocketUrl: string;
  /** Each sends a frame every ten seconds. */
  containers: readonly Sender[];
  /** Whoever is notified. */
  screen: { topic: string; username: string; password: string };
  seconds: number;
  /** Does the charge of each fall in the end? */
  falls: boolean;
}

export interface RaiseResult {
  frames: number;
  /** Warnings that the screen learned of. */
  raised: number;
  /** From sending the frame until the screen has the warning. */
  p50Ms: number;
  p95Ms: number;
}
