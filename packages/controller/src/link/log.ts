/** The part of a logger that the program needs; pino has it. */
export interface ControllerLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
