import type { Place } from "../../core/moments.ts";
import type { AutomationRun, AutomationsState } from "./automation-state.ts";
import { noAutomations } from "./automation-state.ts";
import type { Automations, KeepAutomation, RunAutomation } from "./automations.schema.ts";
import type { Facts } from "./conditions.ts";
import { stepAutomations } from "./step-automations.ts";

/** For tests: a container at which time goes by in looks at its automations. */

export const everyMs = 10_000;
export const nairobi: Place = { zoneName: "Africa/Nairobi", latitudeDeg: -1.29, longitudeDeg: 36.82 };
/** Noon in Nairobi, on a Monday. */
export const noonMs = Date.UTC(2026, 5, 1, 9);

export const keeping = (more: Partial<KeepAutomation> = {}): KeepAutomation => ({
  kind: "keep",
  name: "Spare the battery",
  enabled: true,
  priority: 5,
  output: "relay.3",
  to: false,
  while: { kind: "metric", metric: "battery.soc", is: "below", value: 40 },
  unknown: "as_before",
  ...more,
});

export const running = (more: Partial<RunAutomation> = {}): RunAutomation => ({
  kind: "run",
  name: "Light at the door",
  enabled: true,
  priority: 5,
  mode: "single",
  when: [{ kind: "metric", metric: "door.open", is: "equal", value: 1 }],
  unknown: "stop",
  do: [{ kind: "set", output: "relay.4", to: true, forSeconds: 60 }],
  missed: "skip",
  ...more,
});

export class AutomationBench {
  atMs = noonMs;
  state: AutomationsState = noAutomations;
  values: Record<string, number | undefined> = {};
  outputs: Record<string, boolean | undefined> = { "relay.1": false, "relay.2": false, "relay.3": false };
  isClockRight = true;
  place: Place | undefined = nairobi;
  automations: Automations;
  readonly runs: AutomationRun[] = [];
  readonly notices: string[] = [];

  constructor(automations: Automations) {
    this.automations = automations;
  }

  get facts(): Facts {
    return {
      readingOf: (metric) => {
        const value = this.values[metric];
        return value === undefined ? undefined : { value, atMs: this.atMs };
      },
      isOn: (output) => this.outputs[output],
      place: this.place,
      isClockRight: this.isClockRight,
      everyMs,
    };
  }

  /** @returns What they ask for, such as `relay.3 off`. */
  look(values: AutomationBench["values"] = {}, afterMs = everyMs): string[] {
    this.atMs += afterMs;
    Object.assign(this.values, values);
    const { requests, state, runs, notices } = stepAutomations(this.automations, this.facts, this.state, this.atMs);
    this.state = state;
    this.runs.push(...runs);
    this.notices.push(...notices.map(({ text }) => text));
    return [...requests].flatMap(([output, all]) =>
      all.map(({ value }) => `${output} ${value === true ? "on" : "off"}`),
    );
  }

  /** What is on the disk is read again. */
  restart(): void {
    this.state = JSON.parse(JSON.stringify(this.state)) as AutomationsState;
  }

  get outcomes(): string[] {
    return this.runs.map(({ outcome }) => outcome);
  }
}
