/** The order for the HTTP load program: some clients, each of which calls again as soon as it is answered. */
export interface HttpLoadOrder {
  url: string;
  /** Headers of several sessions, used in turn: each session may make a hundred calls a second. */
  sessions: Record<string, string>[];
  /** Request bodies, used in turn. */
  bodies: string[];
  clients: number;
  warmUpS: number;
  measuredS: number;
}

export interface HttpLoadResult {
  perS: number;
  p50Ms: number;
  p95Ms: number;
  /** Bytes of a body as it came over the wire, on average. */
  bytes: number;
}
