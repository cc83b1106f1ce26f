import type { Lendable } from "@offgrid/contract/api-tokens/api-token-limits";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { RemovalDialog } from "../../../ui/removal-dialog.tsx";
import { ApiTokenForm } from "./api-token.form.tsx";
import { ApiTokenLine } from "./api-token-line.tsx";
import type { ApiToken, NewApiToken } from "./api-tokens.data.ts";
import { NewToken } from "./new-token.tsx";

interface Props {
  tokens: readonly ApiToken[];
  /** When they were asked for, epoch ms. */
  now: number;
  /** Those that this person can lend. */
  rights: readonly Lendable[];
  onCreate: (input: NewApiToken) => Promise<string>;
  onRemove: (id: string) => Promise<void>;
}

/** Tokens with which programs make calls for a person: what each may do and when it was used, one more, and away with one. */
export function ApiTokensSection({ tokens, now, rights, onCreate, onRemove }: Props) {
  const { t } = useTranslation("api-tokens");
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<string>();
  const [leaving, setLeaving] = useState<ApiToken>();
  const create = async (input: NewApiToken) => {
    setMade(await onCreate(input));
    setIsAdding(false);
  };
  return (
    <div className="og-stack">
      <p className="og-quiet og-anywhere">{t("help")}</p>
      {tokens.length > 0 && (
        <ul className="og-plain-list og-lined og-words">
          {tokens.map((token) => (
            <ApiTokenLine key={token.id} token={token} now={now} onRemove={() => setLeaving(token)} />
          ))}
        </ul>
      )}
      {made === undefined ? (
        <div>
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {t("add")}
          </Button>
        </div>
      ) : (
        <NewToken token={made} onKept={() => setMade(undefined)} />
      )}
      {isAdding && <ApiTokenForm rights={rights} onCreate={create} onClose={() => setIsAdding(false)} />}
      {leaving && (
        <RemovalDialog
          title={t("remove_title", { name: leaving.name })}
          confirm={t("remove")}
          onRemove={() => onRemove(leaving.id)}
          onClose={() => setLeaving(undefined)}
        >
          {t("remove_text")}
        </RemovalDialog>
      )}
    </div>
  );
}
