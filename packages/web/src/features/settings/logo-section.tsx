import { Button, FileButton } from "@mantine/core";
import { pictureTypes } from "@offgrid/contract/core/picture-type";
import { logoLimits } from "@offgrid/contract/settings/setting-limits";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { toBase64 } from "../../core/base64.ts";
import { plainPicture } from "../../domain/pictures/plain-picture.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";

export interface LogoSectionProps {
  /** Its address; null: the usual one. */
  logo: string | null;
  /** @param picture Base64; null: the usual one again. */
  onSave: (picture: string | null) => Promise<void>;
}

/** Documents take no WebP, and a JPEG has no see-through parts. */
const bounds = { ...logoLimits, types: ["image/png", "image/jpeg"] } as const;
const schemes = ["light", "dark"] as const;

/** The picture of the portal, as it looks on light and dark ground. */
export function LogoSection({ logo, onSave }: LogoSectionProps) {
  const { t } = useTranslation("settings");
  const [fault, setFault] = useState<"drawing" | "unreadable">();
  const resetChoice = useRef<() => void>(null);
  const save = useAct(onSave);
  const choose = async (file: File | null) => {
    // So that the same file can be chosen again.
    resetChoice.current?.();
    if (!file) return;
    save.forget();
    const isDrawing = file.type === "image/svg+xml" || /\.svgz?$/i.test(file.name);
    const plain = isDrawing ? undefined : await plainPicture(file, bounds);
    setFault(isDrawing ? "drawing" : plain ? undefined : "unreadable");
    if (plain) await save.run(await toBase64(plain));
  };
  return (
    <Section title={t("logo.title")}>
      <p className="og-quiet og-flush">{t("logo.help")}</p>
      <div className="og-wrap">
        {schemes.map((scheme) => (
          <figure key={scheme} className="og-flush">
            <div className="og-frame" data-mantine-color-scheme={scheme} style={ground}>
              <img src={logo ?? "/favicon.svg"} alt="" height={48} style={{ maxWidth: 192, objectFit: "contain" }} />
            </div>
            <figcaption className="og-note">{t(`logo.${scheme}`)}</figcaption>
          </figure>
        ))}
      </div>
      {fault && (
        <p className="og-flush og-danger" role="alert">
          {t(`logo.${fault}`)}
        </p>
      )}
      <FormFailure error={save.error} />
      <div className="og-line">
        <FileButton
          resetRef={resetChoice}
          // A drawing can be chosen too, to be told why it is not taken.
          accept={[...pictureTypes, "image/svg+xml"].join(",")}
          onChange={(file) => void choose(file)}
          inputProps={{ "aria-label": t("logo.file"), tabIndex: -1 }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={save.isRunning}>
              {t(logo === null ? "logo.fields.choose" : "logo.change")}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="subtle" disabled={save.isRunning} onClick={() => void save.run(null)}>
            {t("logo.reset")}
          </Button>
        )}
      </div>
    </Section>
  );
}

const ground = { padding: 16, background: "var(--og-surface)" };
