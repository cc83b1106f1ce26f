import type { Command, ContainerOutput, OutputLock, OutputWhy } from "@offgrid/contract/commands/commands.schema";
import { controllerUserId } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import type { Story } from "../../testing/story.tsx";
import { useWords } from "../../testing/story-words.ts";
import { ago, colleague, fakeCommand, fakeLock, fakeNow, fakeOutput, fakeUserId, fakeZone } from "./command.fake.ts";
import { readingOf } from "./command-facts.ts";
import { OutputCard, type OutputCardProps } from "./output-card.tsx";

interface ExampleProps extends Partial<Pick<OutputCardProps, "mayControl" | "onSet" | "onLock">> {
  output?: Partial<ContainerOutput>;
  command?: Partial<Command>;
  lock?: Partial<OutputLock>;
  isOffline?: boolean;
}

function Example({ output, command, lock, isOffline = false, ...props }: ExampleProps) {
  const { t } = useTranslation("command-words");
  const reason = useWords().pump;
  const shown = fakeOutput({
    ...(command && { last: fakeCommand(command) }),
    ...(lock && { lock: fakeLock({ by: colleague, since: ago(900), reason, ...lock }) }),
    ...output,
  });
  return (
    <OutputCard
      output={shown}
      reading={readingOf(shown, undefined)}
      container="Lodwar"
      everyS={10}
      now={fakeNow}
      zone={fakeZone}
      userId={fakeUserId}
      blocked={isOffline ? t("blocked.offline", { age: "2 h" }) : undefined}
      mayControl
      onSet={() => new Promise(() => {})}
      onEmergency={() => Promise.resolve()}
      onLock={() => Promise.resolve()}
      {...props}
    />
  );
}

const ended = { endedAt: ago(8), acceptedAt: ago(9), sentAt: ago(10), at: ago(10) };
const off = { on: false, onAt: ago(4) };
const busy = new ApiError({ code: "output_busy", status: 409, message: "", holder: { name: "Amina", since: ago(6) } });
/** Why it is off, for 50 minutes. */
const whyOf = (why: Partial<OutputWhy>): OutputWhy => ({
  value: false,
  reason: "command",
  by: null,
  at: ago(3_000),
  until: null,
  restoreSoc: null,
  low: null,
  limit: null,
  passed: null,
  times: null,
  retryAt: null,
  feeder: null,
  ...why,
});
const overLimit = {
  reason: "phase_limit",
  passed: { of: "power", limit: 2_000, measured: 2_310 },
  times: 3,
  retryAt: ago(-600),
} as const;
const held = { state: "held", locked: true, confirmedAt: ago(895) } as const;

export const stories: readonly Story[] = [
  {
    name: "output-card",
    states: {
      on: () => <Example />,
      off: () => <Example output={off} />,
      "never read": () => <Example output={{ on: null, onAt: null }} />,
      "old reading": () => <Example output={{ onAt: ago(300) }} />,
      offline: () => <Example isOffline output={{ onAt: ago(7_200) }} />,
      "not allowed": () => <Example mayControl={false} />,
      resting: () => <Example output={off} command={{ state: "done", value: false, ...ended, acceptedAt: ago(2) }} />,
      critical: () => <Example output={{ ...off, failSafe: "proved" }} />,
      "critical without proof": () => <Example output={{ ...off, failSafe: "unproved" }} />,
      "held by a colleague": () => <Example output={{ ...off, why: whyOf({ by: colleague, until: ago(-3_600) }) }} />,
      "cut by load protection": () => (
        <Example output={{ ...off, why: whyOf({ reason: "protection", restoreSoc: 30 }) }} />
      ),
      "cut below a charge": () => (
        <Example output={{ ...off, why: whyOf({ reason: "protection", restoreSoc: 30, low: "charge", limit: 20 }) }} />
      ),
      "over its limit": () => <Example output={{ ...off, why: whyOf(overLimit) }} />,
      "about to be tried again": () => <Example output={{ ...off, why: whyOf({ ...overLimit, retryAt: ago(9) }) }} />,
      "switched by hand": () => <Example output={{ ...off, why: whyOf({ reason: "hand", until: ago(-7_200) }) }} />,
      "off after it was on": () => <Example output={{ ...off, why: whyOf({ value: true }) }} />,
      "portal refuses": () => <Example output={off} onSet={() => Promise.reject(busy)} />,
      queued: () => <Example command={{ state: "queued", sentAt: null }} />,
      sent: () => <Example command={{}} />,
      accepted: () => <Example command={{ state: "accepted", acceptedAt: ago(7) }} />,
      slow: () => <Example command={{ at: ago(20) }} />,
      "of a colleague": () => <Example command={{ by: colleague }} />,
      "of nobody any more": () => <Example command={{ by: { userId: "u-9", name: null } }} />,
      done: () => <Example output={off} command={{ ...ended, state: "done", value: false }} />,
      "done before the reading": () => (
        <Example output={{ onAt: ago(12) }} command={{ ...ended, state: "done", value: false }} />
      ),
      mismatch: () => <Example command={{ ...ended, state: "failed", reason: "mismatch", value: true }} />,
      failed: () => <Example command={{ ...ended, state: "failed", reason: "device_error" }} />,
      refused: () => <Example command={{ ...ended, state: "refused", reason: "dwell" }} />,
      expired: () => <Example command={{ ...ended, sentAt: null, acceptedAt: null, state: "expired" }} />,
      cancelled: () => <Example command={{ ...ended, sentAt: null, acceptedAt: null, state: "cancelled" }} />,
      unknown: () => <Example command={{ ...ended, state: "unknown", reason: "no_answer" }} />,
      late: () => <Example output={off} command={{ ...ended, state: "done", value: false, isLate: true }} />,
    },
  },
  {
    name: "output-lock",
    states: {
      requested: () => <Example output={off} lock={{ state: "requested" }} />,
      "cannot lock": () => <Example output={off} lock={{ state: "requested", fault: "unsupported" }} />,
      "not confirmed": () => <Example output={off} lock={{ state: "requested", fault: "no_answer" }} />,
      held: () => <Example output={off} lock={held} />,
      "held while on": () => <Example lock={held} />,
      "held by oneself": () => <Example output={off} lock={{ ...held, by: { userId: fakeUserId, name: "Daniela" } }} />,
      "held on site alone": () => (
        <Example output={off} lock={{ ...held, by: { userId: controllerUserId, name: null }, reason: null }} />
      ),
      releasing: () => <Example output={off} lock={{ state: "releasing", locked: true, confirmedAt: ago(895) }} />,
      "not allowed": () => <Example output={off} lock={held} mayControl={false} />,
    },
  },
];
