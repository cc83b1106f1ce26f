/** What the program needs of a logger; pino's is one. */
export interface ControllerLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
