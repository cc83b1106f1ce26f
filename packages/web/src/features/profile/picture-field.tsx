import { Button, FileButton, Text } from "@mantine/core";
import { avatarLimitBytes, avatarLimitPx } from "@offgrid/contract/core/constants";
import { pictureTypes } from "@offgrid/contract/core/picture-type";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { toBase64 } from "../../core/base64.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { PersonAvatar } from "../../domain/people/person-avatar.tsx";
import { useAct } from "../../ui/use-act.ts";
import { pictureFault } from "./picture-file.ts";
import type { Profile } from "./profile.data.ts";
import styles from "./profile.module.css";

interface Props {
  profile: Profile;
  /** Base64 of the file; null takes the picture away. */
  onPicture: (base64: string | null) => Promise<void>;
}

/** The own picture: chosen as it is, shown cut to a circle, or taken away. */
export function PictureField({ profile, onPicture }: Props) {
  const { t } = useTranslation("profile");
  const [fault, setFault] = useState<"bad_type" | "too_big">();
  const resetChoice = useRef<() => void>(null);
  const save = useAct(onPicture);
  const choose = async (file: File | null) => {
    if (!file) return;
    // So that the same file can be chosen again.
    resetChoice.current?.();
    save.forget();
    const found = pictureFault(file);
    setFault(found);
    if (!found) await save.run(await toBase64(file));
  };
  const remove = () => {
    setFault(undefined);
    void save.run(null);
  };
  // Only the portal knows how many pixels the file stands for.
  const isTooWide = save.error instanceof ApiError && save.error.fields?.["avatar"] !== undefined;
  return (
    <>
      <div className="og-line">
        <PersonAvatar picture={profile.avatar} firstName={profile.firstName} lastName={profile.lastName} size={72} />
        <div className={styles.pictureWords}>
          <div className="og-line">
            <FileButton
              resetRef={resetChoice}
              accept={pictureTypes.join(",")}
              onChange={(file) => void choose(file)}
              inputProps={{ "aria-label": t("picture_file"), tabIndex: -1 }}
            >
              {(props) => (
                <Button {...props} variant="default" loading={save.isRunning}>
                  {profile.avatar === null ? t("picture_add") : t("picture_change")}
                </Button>
              )}
            </FileButton>
            {profile.avatar !== null && (
              <Button variant="subtle" color="gray" c="var(--og-text)" disabled={save.isRunning} onClick={remove}>
                {t("picture_remove")}
              </Button>
            )}
          </div>
          <Text size="sm" c="dimmed">
            {t("picture_help", { limit: avatarLimitBytes / 1024 })}
          </Text>
        </div>
      </div>
      {(fault || isTooWide) && (
        <Text c="var(--og-danger)" role="alert">
          {fault ? t(fault, { limit: avatarLimitBytes / 1024 }) : t("too_wide", { limit: avatarLimitPx })}
        </Text>
      )}
      {!isTooWide && <FormFailure error={save.error} />}
    </>
  );
}
