import { Button, Progress } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatSize } from "../../core/format.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { Section } from "../../ui/section.tsx";
import { useTaking } from "../../ui/use-taking.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { ArchiveOf } from "./take-archive.ts";

interface Props {
  of: ArchiveOf;
  /** @throws Error why it was not received. */
  onTake: (of: ArchiveOf, signal: AbortSignal, onBytes: (bytes: number) => void) => Promise<void>;
}

/** Takes all data of a container, or one's own, out of the portal; it can be stopped on the way. */
export function ArchiveSection({ of, onTake }: Props) {
  const { t } = useTranslation("archive");
  const isOwn = of === "me";
  const { isRunning, progress, error, isDone, take, stop } = useTaking(0, (signal, onBytes: (bytes: number) => void) =>
    onTake(of, signal, onBytes),
  );
  const size = formatSize(progress, useLocale());
  return (
    <Section title={isOwn ? t("person.title") : t("container.title")}>
      <p className="og-note">{isOwn ? t("person.why") : t("container.why")}</p>
      {!isRunning ? (
        <div>
          <Button variant="default" leftSection={<IconFileZip size={16} aria-hidden />} onClick={() => take()}>
            {t("take")}
          </Button>
        </div>
      ) : (
        <div className="og-stack">
          <Progress value={100} animated aria-label={t("running")} />
          <div className="og-ends">
            <span>{t("received", { size })}</span>
            <Button variant="default" size="compact-md" onClick={stop}>
              {t("stop")}
            </Button>
          </div>
        </div>
      )}
      <div role="status">{isDone && t("done", { size })}</div>
      <FormFailure error={error} />
    </Section>
  );
}
