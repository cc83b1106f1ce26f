import { type ConfigDoc, isSameDoc } from "@offgrid/contract/configuration/config-doc";
import { configSha256 } from "@offgrid/contract/configuration/config-hash";
import { ConfigReportMessage, type ConfigSetMessage } from "@offgrid/contract/configuration/configuration.schema";
import { trialMs } from "@offgrid/contract/configuration/config-fields";
import * as moves from "@offgrid/controller/configuration/config-moves";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  conflictsOf,
  isDeliverable,
  noteSent,
  passTime,
  renewTries,
  ruleSteps,
  stateOf,
  takeReport,
  want,
} from "./config-steps.ts";
import type { ConfigRow } from "./configuration.store.ts";

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 4, 1);
const keepAlive = (linkSeconds: number): ConfigDoc => ({ keepAlive: { linkSeconds, frameSeconds: 10 } });

const empty: ConfigRow = {
  containerId: "bissau",
  wanted: null,
  wantedVersion: 0,
  versionFloor: 0,
  wantedBase: 0,
  wantedBy: null,
  wantedByName: null,
  wantedAt: null,
  agreed: {},
  expiresAt: null,
  sentAt: null,
  tries: 0,
  superseded: [],
  dueAt: null,
  lapsedAt: null,
  store: null,
  version: 0,
  answered: 0,
  doc: null,
  reportedAt: null,
  trialUntil: null,
  refused: null,
  revertedVersion: null,
  revertedAt: null,
  inSyncSince: null,
  wantedChanges: {},
  reportedChanges: {},
  syncRule: null,
  syncDueAt: null,
};

const reportOf = (doc: ConfigDoc, more: Partial<ConfigReportMessage> = {}): ConfigReportMessage => ({
  store: "s1",
  version: 0,
  answered: 0,
  doc,
  sha256: configSha256(doc),
  ...more,
});

/** A row whose controller runs 60 s, which both sides agree about. */
const agreed = takeReport(empty, reportOf(keepAlive(60)), startMs);

describe("what is wanted", () => {
  test("is what was reported first, until somebody asks for something", () => {
    expect(agreed).toMatchObject({ wanted: keepAlive(60), agreed: keepAlive(60), wantedBy: null, dueAt: null });
    expect(stateOf(agreed)).toBe("in_sync");
  });

  test("waits, is sent up to three times a minute apart, and lapses after seven days", () => {
    const asked = want(agreed, keepAlive(30), "amina", startMs);
    expect([stateOf(asked), asked.wantedVersion, asked.wantedBase]).toEqual(["waiting", 1, 0]);
    let row = asked;
    for (const _ of [1, 2, 3]) {
      expect(isDeliverable(row, startMs)).toBe(true);
      row = passTime(noteSent(row, startMs), startMs + 60_000);
    }
    expect([stateOf(row), isDeliverable(row, startMs)]).toEqual(["sent", false]);
    expect(isDeliverable(renewTries(row, startMs + 60_000), startMs + 60_000)).toBe(true);
    const over = passTime(row, startMs + 7 * dayMs);
    expect([stateOf(over), over.dueAt, isDeliverable(over, startMs + 7 * dayMs)]).toEqual(["lapsed", null, false]);
  });

  test("gets a number above all that controllers may have had since a backup that the portal was restored from", () => {
    const asked = want({ ...agreed, versionFloor: 10_000 }, keepAlive(30), "amina", startMs);
    expect([stateOf(asked), asked.wantedVersion]).toEqual(["waiting", 10_001]);
    expect([stateOf({ ...agreed, versionFloor: 10_000 })]).toEqual(["in_sync"]);
  });

  test("is not sent at once again to a controller that has just been sent it and says the same as before", () => {
    const sent = noteSent(want(agreed, keepAlive(30), "amina", startMs), startMs);
    expect(renewTries(sent, startMs + 1_000).tries).toBe(1);
  });

  test("is made of what runs where the controller has changed another value meanwhile", () => {
    const asked = want(agreed, keepAlive(30), "amina", startMs);
    const byHand = { keepAlive: { linkSeconds: 60, frameSeconds: 5 } };
    const row = takeReport(asked, reportOf(byHand, { version: 1 }), startMs);
    expect(row).toMatchObject({ wanted: { keepAlive: { linkSeconds: 30, frameSeconds: 5 } }, wantedBase: 1 });
    expect([stateOf(row), row.wantedVersion]).toEqual(["waiting", 2]);
  });

  test("is in conflict where both changed the same value, until a person chooses", () => {
    const asked = want(agreed, keepAlive(30), "amina", startMs);
    const row = takeReport(asked, reportOf(keepAlive(20), { version: 1 }), startMs);
    expect([stateOf(row), conflictsOf(row), isDeliverable(row, startMs)]).toEqual([
      "conflict",
      ["keepAlive.linkSeconds"],
      false,
    ]);
    expect(stateOf(want(row, keepAlive(20), "amina", startMs))).toBe("in_sync");
    const pushed = want(row, keepAlive(30), "amina", startMs);
    expect([stateOf(pushed), pushed.wantedBase]).toEqual(["waiting", 1]);
  });

  test("leaves a change on site of a section that was not shown as it is", () => {
    const byHand = { ...keepAlive(60), network: { port: 2 } };
    const first = takeReport(empty, reportOf({ ...keepAlive(60), network: { port: 1 } }), startMs);
    const drifted = takeReport(first, reportOf(byHand, { version: 1 }), startMs);
    expect(stateOf(drifted)).toBe("drifted");
    const row = want(drifted, keepAlive(30), "amina", startMs);
    const answered = takeReport(row, reportOf(byHand, { version: 1, answered: row.wantedVersion }), startMs);
    expect(answered.wanted).toEqual({ ...keepAlive(30), network: { port: 2 } });
  });

  test("that was taken back while it was on its way is taken back on the controller, too, and is no change on site", () => {
    const sent = noteSent(want(agreed, keepAlive(30), "amina", startMs), startMs);
    const back = want(sent, keepAlive(60), "amina", startMs + 100);
    expect([stateOf(back), isDeliverable(back, startMs + 100)]).toEqual(["in_sync", false]);
    const answer = reportOf(keepAlive(30), { version: sent.wantedVersion, answered: sent.wantedVersion });
    const late = takeReport(back, answer, startMs + 200);
    expect(stateOf(late)).toBe("waiting");
    expect(isDeliverable(late, startMs + 200)).toBe(true);
    expect(late).toMatchObject({ wanted: keepAlive(60), wantedBase: answer.version, superseded: [] });
    // The same values, set by hand on the way to them, are the site's.
    const byHand = takeReport(back, { ...answer, version: answer.version + 1 }, startMs + 200);
    expect(stateOf(byHand)).toBe("drifted");
  });

  test("of a controller that takes nothing is not sent for ever", () => {
    let row = want(agreed, keepAlive(30), "amina", startMs);
    let count = 0;
    while (isDeliverable(row, startMs) && count < 100) {
      count++;
      row = noteSent(row, startMs);
      const { wantedVersion: version } = row;
      const refused = { version, reason: "base", fields: {} } as const;
      row = takeReport(row, reportOf(keepAlive(60), { answered: version, refused }), startMs);
    }
    expect(count).toBe(3);
  });
});

test("a controller with another storage begins again, and is asked for nothing by itself", () => {
  const asked = want(agreed, keepAlive(30), "amina", startMs);
  const done = takeReport(asked, reportOf(keepAlive(30), { version: 1, answered: 1 }), startMs);
  const replaced = takeReport(done, reportOf(keepAlive(60), { store: "s2" }), startMs);
  expect([replaced.version, stateOf(replaced), isDeliverable(replaced, startMs)]).toEqual([0, "drifted", false]);
});

describe("portal and controller with a network that loses, repeats and reorders", () => {
  const ownFile: ConfigDoc = {
    network: { portalHost: "a", port: 1 },
    keepAlive: { linkSeconds: 60, frameSeconds: 10 },
  };
  const anEvent = fc.oneof(
    fc.record({ kind: fc.constant("want" as const), linkSeconds: fc.constantFrom(20, 30, 60) }),
    fc.record({ kind: fc.constant("byHand" as const), frameSeconds: fc.constantFrom(2, 5, 10) }),
    fc.record({ kind: fc.constant("down" as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant("up" as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant("confirm" as const) }),
    fc.record({ kind: fc.constant("revert" as const) }),
  );
  type Event = typeof anEvent extends fc.Arbitrary<infer One> ? One : never;

  class World {
    row = empty;
    kept = moves.firstConfig("s1", ownFile);
    file = ownFile;
    sent: ConfigSetMessage[] = [];
    reports: ConfigReportMessage[] = [];
    nowMs = startMs;
    /** Versions only grow, on both sides. */
    isOrdered = true;

    constructor() {
      this.report();
    }

    report(): void {
      this.reports.push(moves.report(this.kept, this.nowMs, this.kept.trial ? 1_000 : 0));
    }

    send(): void {
      if (!isDeliverable(this.row, this.nowMs) || !this.row.wanted) return;
      this.row = noteSent(this.row, this.nowMs);
      const { wanted: doc, wantedVersion: version, wantedBase: base } = this.row;
      if (doc) this.sent.push({ version, base, doc, sha256: configSha256(doc) });
    }

    keep(next: moves.KeptConfig): void {
      this.isOrdered &&= next.version >= this.kept.version && next.answered >= this.kept.answered;
      this.kept = next;
      this.report();
    }

    take(report: ConfigReportMessage): void {
      const next = takeReport(this.row, report, this.nowMs);
      this.isOrdered &&= next.version >= this.row.version && next.wantedVersion >= this.row.wantedVersion;
      this.row = next === this.row ? renewTries(next, this.nowMs) : next;
      if (this.row.tries === 0) this.send();
    }

    play(event: Event): void {
      this.nowMs += 40_000;
      if (event.kind === "want") {
        const section = { ...(this.row.doc ?? ownFile).keepAlive, linkSeconds: event.linkSeconds };
        this.row = want(this.row, { keepAlive: section }, "amina", this.nowMs);
        this.send();
      } else if (event.kind === "byHand") {
        this.file = { ...this.file, keepAlive: { ...this.file.keepAlive, frameSeconds: event.frameSeconds } };
        this.keep(moves.start(this.kept, this.file, this.nowMs));
      } else if (event.kind === "down") this.deliver(event.which);
      else if (event.kind === "up" && this.reports.length > 0)
        this.take(this.reports[event.which % this.reports.length] as ConfigReportMessage);
      else if (event.kind === "confirm") this.keep(moves.confirm(this.kept));
      else if (event.kind === "revert") this.keep(moves.revert(this.kept, this.nowMs));
    }

    deliver(which: number): void {
      if (this.sent.length === 0) return;
      const message = this.sent[which % this.sent.length] as ConfigSetMessage;
      this.keep(moves.receive(this.kept, message, () => undefined, this.nowMs));
    }

    /** From now on everything arrives, in order and once, and the portal answers. */
    calm(): void {
      for (let round = 0; round < 6; round++) {
        this.nowMs += 40_000;
        this.keep(moves.confirm(this.kept));
        this.take(this.reports.at(-1) as ConfigReportMessage);
        this.deliver(this.sent.length - 1);
      }
      this.keep(moves.confirm(this.kept));
      this.take(this.reports.at(-1) as ConfigReportMessage);
    }
  }

  test("end in one document, or in a state that says what a person has to choose", () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 30 }), (events) => {
        const world = new World();
        for (const event of events) world.play(event);
        world.calm();
        expect(world.isOrdered).toBe(true);
        expect(world.row.doc).toEqual(world.kept.doc);
        const state = stateOf(world.row);
        expect(["in_sync", "drifted", "conflict", "reverted"]).toContain(state);
        expect(state === "in_sync").toBe(isSameDoc(world.row.wanted ?? {}, world.kept.doc));
      }),
      { numRuns: 500 },
    );
  });

  test("end in what people asked for last where nothing was changed on site or taken back", () => {
    const byPeople = anEvent.filter(({ kind }) => kind !== "byHand" && kind !== "revert");
    fc.assert(
      fc.property(fc.array(byPeople, { maxLength: 30 }), (events) => {
        const world = new World();
        world.take(world.reports[0] as ConfigReportMessage);
        for (const event of events) world.play(event);
        world.calm();
        expect(stateOf(world.row)).toBe("in_sync");
      }),
      { numRuns: 500 },
    );
  });

  test("end the same whatever is repeated and in whatever order reports come", () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 20 }), fc.array(fc.nat(50), { maxLength: 20 }), (events, repeats) => {
        const world = new World();
        for (const event of events) world.play(event);
        world.calm();
        const { row } = world;
        for (const which of repeats) {
          world.deliver(which);
          const report = world.reports[which % world.reports.length] as ConfigReportMessage;
          expect(takeReport(world.row, report, world.nowMs)).toBe(world.row);
        }
        expect(world.row).toBe(row);
        expect(world.kept.doc).toEqual(row.doc);
      }),
      { numRuns: 300 },
    );
  });
});

test("what the controller took back is not sent again with another setting, only by who asks for it again", () => {
  const cut: ConfigDoc = { network: { portalHost: "10.9.9.9" } };
  const asked = want(agreed, cut, "amina", startMs);
  const back = takeReport(asked, reportOf(keepAlive(60), { version: 2, reverted: { version: 1, agoMs: 0 } }), startMs);
  expect(stateOf(back)).toBe("reverted");
  expect(want(back, keepAlive(30), "kofi", startMs).wanted).toEqual(keepAlive(30));
  expect(want(back, cut, "amina", startMs).wanted).toEqual({ ...keepAlive(60), ...cut });
});

test("a rule acts on a section once that has stood for its time, however long another one has", () => {
  const network = (port: number) => ({ network: { port } });
  const both = takeReport(empty, reportOf({ ...keepAlive(60), ...network(1) }), startMs);
  const rule = { by: "amina", at: new Date(startMs).toISOString(), direction: "portalToController" as const };
  const ruled = { ...both, syncRule: { ...rule, sections: ["keepAlive", "network"], everyMinutes: 60 } };
  const minute = (count: number) => startMs + count * 60_000;
  const first = takeReport(ruled, reportOf({ ...keepAlive(30), ...network(1) }, { version: 1 }), minute(1));
  const second = takeReport(first, reportOf({ ...keepAlive(30), ...network(2) }, { version: 2 }), minute(50));
  expect(second.syncDueAt?.getTime()).toBe(minute(61));
  expect(ruleSteps(second, minute(60))).toEqual([]);
  expect(ruleSteps(second, minute(61)).map(({ path }) => path)).toEqual(["keepAlive.linkSeconds"]);
  expect(ruleSteps(second, minute(110))).toHaveLength(2);
});

test("a controller that says anything of time keeps nobody from its configuration", () => {
  const trial = takeReport(agreed, reportOf(keepAlive(30), { version: 1, trial: { leftMs: 9e13 } }), startMs);
  expect(trial.trialUntil?.getTime()).toBe(startMs + trialMs);
  const reverted = { version: 1, agoMs: 9e13 };
  const back = takeReport(agreed, reportOf(keepAlive(60), { version: 2, reverted }), startMs);
  expect(back.revertedAt?.getUTCFullYear()).toBe(2016);
  const { success } = ConfigReportMessage.safeParse(reportOf(keepAlive(60), { version: 1_000_000_000 }));
  expect(success).toBe(false);
});
