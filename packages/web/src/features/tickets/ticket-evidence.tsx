import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { receiveFile } from "../../core/api/call.ts";
import { saveFile } from "../../core/save-file.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { type Evidence, freezeAgain, useEvidence } from "./evidence.data.ts";
import { useFileSize } from "./file-names.tsx";
import { useTicketWords } from "./use-ticket-words.ts";

type Pack = Evidence["data"][number];
interface Props {
  ticketId: string;
  /** What stands in its address. */
  slug: string;
  now: number;
}

/** What was frozen of the container of a ticket, to be saved, and to be frozen again. */
export function TicketEvidence({ ticketId, slug, now }: Props) {
  const { t } = useTranslation("tickets");
  const evidence = useEvidence(ticketId);
  return (
    <section className="og-card og-stack og-mid" style={{ padding: 16 }} aria-label={t("evidence.title")}>
      <h2 className="og-title">{t("evidence.title")}</h2>
      <p className="og-note">{t("evidence.why")}</p>
      <Async of={quiet(evidence)} height={64}>
        {(found) => (
          <EvidencePacks evidence={found} {...{ ticketId, slug, now }} onAgain={() => freezeAgain(ticketId)} />
        )}
      </Async>
    </section>
  );
}

interface PacksProps extends Props {
  evidence: Evidence;
  onAgain: () => Promise<unknown>;
}

export function EvidencePacks({ evidence: { data, mayTake }, ticketId, slug, now, onAgain }: PacksProps) {
  const { t } = useTranslation("tickets");
  const again = useAct(onAgain);
  return (
    <div className="og-stack og-mid">
      {data.length === 0 ? (
        <p>{t("evidence.none")}</p>
      ) : (
        <ul className="og-plain-list og-stack og-mid">
          {data.map((pack) => (
            <li key={pack.id} className="og-close-stack">
              <PackLines {...{ pack, ticketId, slug, now }} />
            </li>
          ))}
        </ul>
      )}
      {mayTake && (
        <div>
          <Button
            variant="default"
            size="sm"
            loading={again.isRunning}
            disabled={data[0]?.takenAt === null}
            onClick={() => void again.run()}
          >
            {t("evidence.again")}
          </Button>
        </div>
      )}
      <FormFailure error={again.error} />
    </div>
  );
}

function PackLines({ pack, ticketId, slug, now }: Props & { pack: Pack }) {
  const { t } = useTranslation("tickets");
  const words = useTicketWords(now);
  const sized = useFileSize();
  const { id, reason, version, askedAt, takenAt, bytes, parts } = pack;
  const there = parts.flatMap(({ name, fault }) => (fault === null ? [t(`evidence.part.${name}`)] : []));
  const at = words.at(takenAt ?? askedAt);
  const size = sized(bytes);
  const missing = parts.flatMap(({ name, fault }) =>
    fault === null ? [] : [`${t(`evidence.part.${name}`)} (${t(`evidence.fault.${fault}`)})`],
  );
  const save = useAct(async () => {
    const { contents } = await receiveFile("evidenceFile", { ticketId, packId: id });
    saveFile({ name: `evidence-${slug}-${(takenAt ?? askedAt).slice(0, 10)}-v${version}.zip`, contents });
  });
  return (
    <>
      <span>{[t(`evidence.reason.${reason}`), at, t("evidence.version", { version })].join(" · ")}</span>
      {there.length > 0 && <span className="og-note">{t("evidence.contains", { parts: there.join(", ") })}</span>}
      {missing.length > 0 && <span className="og-note">{t("evidence.missing", { parts: missing.join(", ") })}</span>}
      {takenAt === null ? (
        <output className="og-note">{t("evidence.gathering")}</output>
      ) : (
        <div>
          <Button
            variant="default"
            size="sm"
            loading={save.isRunning}
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t("evidence.saveOf", { at, size })}
            onClick={() => void save.run()}
          >
            {t("evidence.save", { size })}
          </Button>
        </div>
      )}
      <FormFailure error={save.error} />
    </>
  );
}
