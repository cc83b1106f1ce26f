/** What the HTTP load program is told: some clients, each of which asks again as soon as it is answered. */
export interface HttpLoadOrder {
  url: string;
  /** Of several sessions, in turn: each has a hundred calls a second. */
  sessions: Record<string, string>[];
  /** Request bodies, asked in turn. */
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
