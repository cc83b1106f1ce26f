import type { z } from "zod";

import type { UpMessage } from "../../broker/broker.types.ts";
import { type Announcement, announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import type { ControllerAnswers, IngestSide } from "./ingest-side.ts";
import { readPayload } from "./payload.ts";
import { type RejectedPart, saveRejected } from "./telemetry.store.ts";

/** Why a report is not taken, as it is kept among what was rejected. */
export type Unfit = Pick<RejectedPart, "reason" | "detail">;

/** One kind of what controllers report. */
export interface ReportKind<Report> {
  /** Begins the names of its figures, such as `config_reports`. */
  name: string;
  schema: z.ZodType<Report>;
  /** Notes what it says, in one transaction. @returns why it is not taken; then it has written nothing. */
  apply(tx: Db, news: Announcement, containerId: string, report: Report): Promise<Unfit | undefined>;
}

/** Takes the reports of one kind: each is stored before it is acknowledged, and what is unfit is kept as rejected. */
export class ControllerReports<Report> implements ControllerAnswers {
  readonly #kind: ReportKind<Report>;
  readonly #tools: Pick<FeatureBase, "bus" | "clock">;
  readonly #side: Pick<IngestSide, "write">;
  #taken = 0;
  #refused = 0;

  constructor(kind: ReportKind<Report>, tools: Pick<FeatureBase, "bus" | "clock">, side: Pick<IngestSide, "write">) {
    this.#kind = kind;
    this.#tools = tools;
    this.#side = side;
  }

  metrics(): Record<string, number> {
    const { name } = this.#kind;
    return { [`${name}_total`]: this.#taken, [`${name}_refused_total`]: this.#refused };
  }

  async take(message: UpMessage): Promise<void> {
    const unfit = await this.#unfit(message);
    if (!unfit) {
      this.#taken++;
      return;
    }
    this.#refused++;
    const { containerId, topic } = message;
    await this.#side.write((tx) => saveRejected(tx, [{ containerId, topic, ...unfit }], this.#tools.clock.now()));
  }

  async #unfit({ containerId, payload }: UpMessage): Promise<Unfit | undefined> {
    const parsed = this.#kind.schema.safeParse(await readPayload(payload));
    if (!parsed.success) return { reason: "schema", detail: parsed.error.issues[0]?.path.join(".") ?? null };
    return announced<Unfit | undefined>(this.#tools.bus, this.#side.write, (tx, news) =>
      this.#kind.apply(tx, news, containerId, parsed.data),
    );
  }
}
