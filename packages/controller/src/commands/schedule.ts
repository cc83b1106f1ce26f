import type { OutputRequest } from "@offgrid/contract/commands/arbitrate";
import type { OutputValue } from "@offgrid/contract/commands/commands.schema";

import type { Frame } from "../drivers/driver.ts";

/** Times that people have set for outputs of one kind. */
export interface Schedule {
  /** One look, before outputs are decided about; left out: times are all that counts. */
  look?(frame: Frame): void;
  /**
   * What they ask of an output now; its end is when they ask for something else. Undefined: nothing.
   * @param value What it is now.
   */
  request(target: string, value: OutputValue): OutputRequest | undefined;
}
