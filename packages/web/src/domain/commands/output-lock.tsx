import { whoText } from "@offgrid/contract/events/event-say";
import { Button } from "@mantine/core";
import type { OutputLock } from "@offgrid/contract/commands/commands.schema";
import { controllerUserId } from "@offgrid/contract/core/constants";
import { IconAlertTriangle, IconLock, IconLockQuestion } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMoments } from "./command-words.ts";
import { LockDialog, type LockDialogProps, type LockProps } from "./lock-dialog.tsx";
import styles from "./output-card.module.css";
import { touchable } from "../../ui/touchable.ts";

export interface OutputLockProps extends LockProps {
  id: string;
  mayControl: boolean;
  /** The portal cannot be asked now. */
  isAway?: boolean;
}

/** Who keeps an output locked, since when and why, and whether anybody may rely on it; the way to take or release it. */
export function OutputLockPart(props: OutputLockProps) {
  const { id, name, lock, mayControl, isAway = false, userId } = props;
  const { t } = useTranslation("command-words");
  // As it was when the question was opened: the answer changes the lock before the dialog has closed.
  const [asked, setAsked] = useState<Pick<LockDialogProps, "act" | "lock">>();
  const isOwn = lock.by?.userId === userId;
  const act = actOn(lock, isOwn);
  return (
    <div className={styles.lock}>
      <output className="og-close-stack" id={id}>
        <LockWords {...props} isOwn={isOwn} />
      </output>
      {mayControl && act && (
        <Button
          variant="default"
          size="compact-md"
          className="og-at-top"
          style={touchable}
          disabled={isAway}
          leftSection={act === "take" ? <IconLock size={16} aria-hidden /> : undefined}
          aria-label={t(`lock.${act}Named`, { output: name })}
          onClick={() => setAsked({ act, lock })}
        >
          {t(`lock.${act}`)}
        </Button>
      )}
      {asked && <LockDialog {...props} {...asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

/** A lock that is being released can be taken back by whoever took it, and released by nobody once more. */
function actOn({ state }: OutputLock, isOwn: boolean): "take" | "release" | undefined {
  if (state === "releasing") return isOwn ? "take" : undefined;
  return state === "free" ? "take" : "release";
}

function LockWords({ lock, isOn, isOwn, now, zone }: LockProps & { isOwn: boolean }) {
  const { t } = useTranslation("command-words");
  const { at, since } = useMoments(zone, now);
  const { state, by, reason, fault, confirmedAt } = lock;
  if (state === "free") return null;
  const asked = lock.since ?? new Date(now).toISOString();
  const words = { who: whoText(t, by), reason: reason ?? "", at: at(asked), since: since(asked) };
  const isConfirmed = confirmedAt !== null;
  const Icon = isConfirmed ? IconLock : IconLockQuestion;
  const isUnknownHere = by?.userId === controllerUserId && reason === null;
  const known = isConfirmed ? (isOwn ? "lock.own" : "lock.other") : isOwn ? "lock.asked" : "lock.askedOther";
  const said = isUnknownHere ? "lock.onSite" : known;
  return (
    <>
      <span className="og-row og-top og-flush">
        <Icon className="og-fixed" size={18} aria-hidden />
        <span className="og-anywhere og-medium">{t(said, words)}</span>
      </span>
      {state === "held" && isConfirmed && (
        <span className="og-note">{t(isOn ? "lock.heldOn" : "lock.held", { at: at(confirmedAt) })}</span>
      )}
      {isOn && (
        <strong className="og-row og-top og-amber">
          <IconAlertTriangle className="og-fixed" size={18} aria-hidden />
          <span>{t("lock.on")}</span>
        </strong>
      )}
      {state === "releasing" && <span className="og-amber">{t("lock.releasing")}</span>}
      {state !== "held" && (
        <strong className="og-row og-top og-amber">
          <IconAlertTriangle className="og-fixed" size={18} aria-hidden />
          <span>{t("lock.requested")}</span>
        </strong>
      )}
      {state !== "held" && fault !== "unsupported" && <span className="og-note">{t("lock.asking")}</span>}
      {fault !== null && <span className="og-note">{t("lock.fault", { reason: t(`reason.${fault}`) })}</span>}
    </>
  );
}
